// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>

namespace cardon {

/// Notices that a launcher has outlived its ranks: it may wait for ever for a rank that died while
/// it connected, or for a host that cannot be reached.
class LauncherWatch {
 public:
  using Clock = std::chrono::steady_clock;
  /// Ranks are the processes of `program` below the launcher, on this host.
  LauncherWatch(pid_t launcher, std::filesystem::path program);
  /// For so long it has had no rank any more; 0 s while it has one, or had none yet. Looks at all
  /// processes.
  std::chrono::duration<double> alone();

 private:
  bool has_ranks() const;

  pid_t launcher_;
  std::filesystem::path program_;
  bool had_ranks_ = false;
  std::optional<Clock::time_point> since_;
};

}  // namespace cardon

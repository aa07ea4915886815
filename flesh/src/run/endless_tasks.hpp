// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

#include "cardon/error.hpp"
#include "cardon/services/transport.hpp"
#include "run/setup.hpp"
#include "run/task_watch.hpp"

namespace cardon {

/// Ends this process, with exit_environment, when one call of a task lasts for longer than
/// `health.task_timeout`; nobody else can. Where other ranks would end the run before, because they
/// wait for this one, it says on the error stream which task they wait for.
class EndlessTasks {
 public:
  /// A warning is added where the system refuses the thread that this takes.
  EndlessTasks(Setup& setup, const Transport& transport);

  /// Where the checkpoints of the run are.
  void set_folder(const std::filesystem::path& run);

 private:
  std::string where(const RunningTask& task, double seconds) const;
  void warn(const RunningTask& task, double seconds) const;
  [[noreturn]] void end(const RunningTask& task, double seconds);

  double timeout_, patience_;
  std::string rank_;
  std::mutex mutex_;
  std::filesystem::path run_;
  std::optional<TaskWatch> watch_;  // the last one: its thread uses the others
};

}  // namespace cardon

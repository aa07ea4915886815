// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/driver_settings.hpp>
#include <vector>

namespace cardon {

/// Which chains are tried on the data beside the one in use, and when: all of them in the first
/// windows and when the data seem to have changed, and once in a while. Where messages travel as
/// they are, one chain in every window: nothing else would tell that the data have become smooth.
class TrialPlan {
 public:
  TrialPlan(std::vector<CodecNames> chains, std::vector<bool> free);

  /// The data are new: all chains in the next windows.
  void renew() { full_ = full_windows; }
  /// Nothing better than the present settings is known: one chain is enough.
  void rest() { full_ = 0; }
  /// For the next window.
  std::vector<CodecNames> next(const DriverSettings& settings);

 private:
  static constexpr int full_windows = 2, rest_windows = 8;

  std::vector<CodecNames> chains_;
  std::vector<bool> free_;
  CodecNames scout_;  // the chain that was used last
  int full_ = full_windows, rested_ = 0;
};

}  // namespace cardon

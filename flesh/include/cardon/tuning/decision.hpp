// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/driver_settings.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Decision of a tuner after a window.
struct Decision {
  /// Verdict on the previous change: none, kept, reverted, or not before the next window.
  enum class Verdict { none, kept, reverted, pending };
  Verdict verdict = Verdict::none;  ///< on the change before this window
  DriverSettings settings;          ///< from the next window on; the same as before: no change
  long steps = 0;                   ///< length of the next window; at least 1
  double predicted = 0;  ///< s per step with these settings; 0: the tuner does not predict
  std::string why;       ///< in plain words, for the screen and decisions.jsonl
  /// Chains to try on the data in the next window besides the one in use.
  std::vector<CodecNames> trials;
  bool converged = false;  ///< nothing better is known; the tuner only watches
};

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/driver_settings.hpp>
#include <cstddef>
#include <span>
#include <vector>

namespace cardon {

/// What rank 0 tells all ranks after a tuning window. They carry it out at the iteration that the
/// order before this one named.
struct SettingsChange {
  bool change = false;       ///< go over to `settings`
  DriverSettings settings;   ///< only with a change
  long first = 0, last = 0;  ///< the next window, in iterations
  long effective_step = 0;   ///< when the order after that window takes effect; beyond the end of
                             ///< the run: tuning is over
  int parts = 4;             ///< of the window, for its noise
  bool new_trials = false;   ///< go over to `trials`
  std::vector<CodecNames> trials;  ///< chains to try on the data
};

std::vector<std::byte> to_bytes(const SettingsChange& order, const std::vector<LinkEnds>& links);
SettingsChange order_from_bytes(std::span<const std::byte> bytes,
                                const std::vector<LinkEnds>& links);

}  // namespace cardon

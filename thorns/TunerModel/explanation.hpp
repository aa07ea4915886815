// SPDX-License-Identifier: Apache-2.0
// What the tuner says of its decisions, in plain words.
#pragma once
#include <cardon/tuning/tuning_window.hpp>
#include <string>
#include <vector>

namespace cardon {

/// "21.3 ms", "1.70 s"
std::string seconds_text(double seconds);

/// Why other settings shall be used: "waiting for link a-b took 41 % of a step; messages of 6 ghost
/// layers are needed less often than of 1; predicted 21.3 ms instead of 34.8 ms". `machine`: what
/// is known of the ratios.
std::string reason_text(const TuningWindow& window, const MachineEstimate& machine,
                        const DriverSettings& to, double predicted,
                        const std::vector<LinkEnds>& links);

}  // namespace cardon

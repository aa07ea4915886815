// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

namespace cardon {

/// Power and temperature of a simulated chip. It uses 8 + 44 u f^3 W, u being its utilisation and f
/// its frequency over the highest, and its temperature approaches room + resistance * power with
/// one time constant. Frequencies are those of the chips in H. Menon, "Adaptive Load Balancing for
/// HPC Applications" (PhD dissertation, University of Illinois, 2016, section 8.5). Power and time
/// constant are assumed, and the resistances fitted to its temperatures without limits.
struct ChipModel {
  static constexpr std::size_t frequencies = 7;                             ///< 1.6 to 2.53 GHz
  static constexpr double usual_resistance = 0.70, hot_resistance = 1.074;  ///< K/W

  double room = 23;                      ///< degC
  double resistance = usual_resistance;  ///< K/W
  double time_constant = 15;             ///< s

  /// Hz, of a frequency step.
  static double frequency(std::size_t step);
  /// The frequency of a step over the highest.
  static double share(std::size_t step);
  /// W. `utilisation`: 0 to 1. `share`: of the highest frequency.
  static double watts(double utilisation, double share);
  /// degC, from `temperature` after so many s with this power in W.
  double after(double seconds, double watts, double temperature) const;
};

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
// Round numbers along an axis.
#pragma once
#include <array>
#include <string>
#include <vector>

namespace cardon {

/// Positions with their labels. Values are label * 10^exponent + origin; `factor` says so
/// ("\u00d710\u207b\u00b3", "\u00d710\u207b\u2079 + 0.125"), empty for exponent and origin 0.
struct Ticks {
  std::vector<double> positions;
  std::vector<std::string> labels;
  std::string factor;
};

/// [lower, upper] as an axis can show it: finite, and widened if labels could not tell its ends
/// apart; [0, 1] for an empty range or NaN.
std::array<double, 2> drawable_range(double lower, double upper);
/// At most about `wanted` ticks at multiples of 1, 2 or 5 times a power of ten within [lower,
/// upper]; none if the range is not drawable.
Ticks linear_ticks(double lower, double upper, int wanted);
/// 10 to a whole power, as text with raised digits.
std::string power_of_ten(int exponent);
/// A number for titles with four digits, such as "0.0254" or "-1.2\u00d710\u207b\u2078".
std::string short_number(double value);

}  // namespace cardon

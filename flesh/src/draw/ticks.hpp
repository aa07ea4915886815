// SPDX-License-Identifier: Apache-2.0
// Round numbers along an axis.
#pragma once
#include <string>
#include <vector>

namespace cardon {

/// Positions with their labels. Values are label * 10^exponent; `factor` says so
/// ("\u00d710\u207b\u00b3", empty for exponent 0).
struct Ticks {
  std::vector<double> positions;
  std::vector<std::string> labels;
  std::string factor;
};

/// At most about `wanted` ticks at multiples of 1, 2 or 5 times a power of ten within [lower,
/// upper].
Ticks linear_ticks(double lower, double upper, int wanted);
/// At powers of ten; 0 < lower < upper.
Ticks logarithmic_ticks(double lower, double upper, int wanted);
/// 10 to a whole power, as text with raised digits.
std::string power_of_ten(int exponent);
/// A number for titles with four digits, such as "0.0254" or "-1.2\u00d710\u207b\u2078".
std::string short_number(double value);

}  // namespace cardon

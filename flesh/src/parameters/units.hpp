// SPDX-License-Identifier: Apache-2.0
// The closed table of units that parameter files may use.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

/// A unit as a multiple of SI: value_in_si = value * numerator / denominator. Kept as a fraction so
/// that 30 ms is the same bits as 0.03 s. Powers of length, time, mass, temperature, information
/// (byte).
struct UnitScale {
  double numerator = 1;
  double denominator = 1;
  std::array<int, 5> powers{};
};

/// "m", "km/h", "kg m/s^2", "1/s", "%": a product of table units with whole powers, at most one
/// slash. Nothing if the text is no such thing.
std::optional<UnitScale> parse_unit(std::string_view text);

/// The names in the table, for suggestions.
std::vector<std::string> unit_names();

/// `value` in `from` expressed in `to`; the powers agree.
double convert_unit(double value, const UnitScale& from, const UnitScale& to);

}  // namespace cardon

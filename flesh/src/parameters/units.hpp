// SPDX-License-Identifier: Apache-2.0
// The units that declarations and parameter files may use (flesh/doc/parameter-files.md lists
// them).
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

/// A unit as a multiple of SI: value_in_si = value * numerator / denominator. Kept as a fraction so
/// that 30 ms is the same bits as 0.03 s. Powers of length, time, mass, temperature, information
/// (byte), electric current, amount of substance, luminous intensity.
struct UnitScale {
  double numerator = 1;
  double denominator = 1;
  std::array<int, 8> powers{};
};

/// "m", "km/h", "kg m/s^2", "kg/m^2/s", "J/(kg K)", "m2 s-1", "1/s", "%": products of known units
/// with whole powers. What follows a slash is divided by. Nothing if the text is no such thing.
std::optional<UnitScale> parse_unit(std::string_view text);

/// Names without most of their prefixes, for suggestions.
std::vector<std::string> unit_names();

/// `value` in `from` expressed in `to`; the powers agree.
double convert_unit(double value, const UnitScale& from, const UnitScale& to);

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
// Units as other programs understand them.
#pragma once
#include <array>
#include <optional>
#include <string_view>

namespace cardon {

/// A unit as a factor to SI and powers of the seven base quantities in the order of ISO 80000 and
/// openPMD: length, mass, time, electric current, temperature, amount of substance, luminous
/// intensity.
struct UnitDimension {
  double si_factor = 1;            ///< one unit in SI units
  std::array<double, 7> powers{};  ///< of the base quantities
};

/// Returns the dimension of a unit such as "m/s"; an empty text is dimensionless. Nothing for a
/// text that is not a known unit.
std::optional<UnitDimension> unit_dimension(std::string_view unit);

}  // namespace cardon

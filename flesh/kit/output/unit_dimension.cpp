// SPDX-License-Identifier: Apache-2.0
#include <cardon/kit/unit_dimension.hpp>

#include "parameters/units.hpp"

namespace cardon {

std::optional<UnitDimension> unit_dimension(std::string_view unit) {
  UnitDimension dimension;
  if (unit.empty()) return dimension;
  const auto scale = parse_unit(unit);
  if (!scale) return std::nullopt;
  dimension.si_factor = scale->numerator / scale->denominator;
  // Information has no place in SI and counts as a number.
  const auto& [length, time, mass, temperature, information, current, amount, light] =
      scale->powers;
  dimension.powers = {double(length),      double(mass),   double(time), double(current),
                      double(temperature), double(amount), double(light)};
  return dimension;
}

}  // namespace cardon

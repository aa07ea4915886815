// SPDX-License-Identifier: Apache-2.0
#include "cardon/unit_dimension.hpp"

#include "parameters/units.hpp"

namespace cardon {

std::optional<UnitDimension> unit_dimension(std::string_view unit) {
  UnitDimension dimension;
  if (unit.empty()) return dimension;
  const auto scale = parse_unit(unit);
  if (!scale) return std::nullopt;
  dimension.si_factor = scale->numerator / scale->denominator;
  // The table has length, time, mass, temperature and information; information has no place in SI
  // and counts as a number.
  dimension.powers = {double(scale->powers[0]),
                      double(scale->powers[2]),
                      double(scale->powers[1]),
                      0,
                      double(scale->powers[3]),
                      0,
                      0};
  return dimension;
}

}  // namespace cardon

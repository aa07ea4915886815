// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/grid_place.hpp>
#include <cmath>

namespace cardon {

std::string axis_name(int direction) { return std::string(1, "xyz"[direction]); }

std::string reach_text(const Grid& grid, int d) {
  return fmt::format("the domain reaches from {} to {}{} in {}", grid.lower[d], grid.upper[d],
                     grid.after_length(), axis_name(d));
}

int index_at(const Grid& grid, int d, Real coordinate, const Location& where) {
  if (!(coordinate >= grid.lower[d] && coordinate <= grid.upper[d]))
    throw Error(Problem{.slug = "output/outside-domain",
                        .message = fmt::format("{} = {}{} is outside the domain", axis_name(d),
                                               coordinate, grid.after_length()),
                        .where = where,
                        .notes = {reach_text(grid, d)}});
  if (grid.points[d] == 1) return 0;
  const int nearest = int(std::floor((coordinate - grid.origin[d]) / grid.spacing[d] + 0.5));
  if (grid.periodic[d]) return (nearest + grid.points[d]) % grid.points[d];
  return std::clamp(nearest, 0, grid.points[d] - 1);
}

int index_at(const Grid& grid, int d, long index, const Location& where) {
  if (index < 0 || index >= grid.points[d])
    throw Error(Problem{
        .slug = "output/outside-domain",
        .message = fmt::format("there is no point with index {} in {}", index, axis_name(d)),
        .where = where,
        .notes = {
            fmt::format("indices in {} run from 0 to {}", axis_name(d), grid.points[d] - 1)}});
  return int(index);
}

int middle_index(const Grid& grid, int d) {
  return index_at(grid, d, 0.5 * (grid.lower[d] + grid.upper[d]), Location{});
}

void require_one_of(const SectionValues& values, const std::string& section, const char* slug,
                    const char* first, const char* second) {
  if (values.given(first) && values.given(second))
    throw Error(Problem{.slug = slug,
                        .message = fmt::format("{} has both {} and {}", section, first, second),
                        .where = values.where(second),
                        .help = "remove one of the two"});
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cardon/kit/grid_place.hpp>
#include <cardon/kit/interpolation/interpolation_checks.hpp>

namespace cardon {

void check_inside(const Grid& grid, const Vec3& point, const std::string& what,
                  const Location& where, std::vector<Problem>& problems) {
  for (int d = 0; d < grid.dimensions; ++d) {
    if (point[d] >= grid.lower[d] && point[d] <= grid.upper[d]) continue;
    problems.push_back({.slug = "output/outside-domain",
                        .message = fmt::format("{} is outside the domain: {} = {}{}", what,
                                               axis_name(d), point[d], grid.after_length()),
                        .where = where,
                        .notes = {reach_text(grid, d)}});
    return;
  }
}

void check_order(const Grid& grid, int order, const Location& where,
                 std::vector<Problem>& problems) {
  for (int d = 0; d < grid.dimensions; ++d) {
    const int points = grid.points[std::size_t(d)];
    if (points > order) continue;
    problems.push_back({.slug = "output/thin-grid",
                        .message = fmt::format("interpolation of order {} needs {} points, but the "
                                               "grid has {} in {}",
                                               order, order + 1, points, axis_name(d)),
                        .where = where,
                        .help = "use a lower order, or more points"});
  }
}

void check_fields(std::size_t fields, const SectionValues& entry, const std::string& section,
                  std::vector<Problem>& problems) {
  if (fields > 0 || !entry.get<std::vector<std::string>>("fields").empty()) return;
  problems.push_back({.slug = "output/no-fields",
                      .message = section + " has no fields",
                      .where = entry.where(),
                      .notes = {"without a list these are the evolved fields, and there are none"},
                      .help = "name fields; cardon list fields FILE shows them"});
}

}  // namespace cardon

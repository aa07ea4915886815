// SPDX-License-Identifier: Apache-2.0
#include "priority_region.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/services/node_reading.hpp>
#include <cmath>

#include "grid_parameters.hpp"

namespace cardon::grid_driver {
namespace {

constexpr double rounding = 1e-9;  // of a spacing

std::string example(int dimensions) {
  const char* pairs[] = {"[0, 0.5]", "[0, 1]", "[0, 1]"};
  return fmt::format("[{}]", fmt::join(pairs, pairs + dimensions, ", "));
}

[[noreturn]] void refuse_region(const Node& node, const Grid& grid) {
  const int d = grid.dimensions;
  throw Error(
      {.slug = "driver/priority-region",
       .message = fmt::format("driver.priority_region is {}, where {} pair{} of coordinates "
                              "{} expected, the lower one first",
                              node.to_yaml(), d, d == 1 ? "" : "s", d == 1 ? "is" : "are"),
       .where = node.where,
       .help = fmt::format("for example {} on a grid with {} direction{}", example(d), d,
                           d == 1 ? "" : "s")});
}

[[noreturn]] void refuse_inverted(const Node& pair, char axis) {
  const std::string lower = pair.children[1].to_yaml(), upper = pair.children[0].to_yaml();
  throw Error({.slug = "driver/priority-region",
               .message = fmt::format("driver.priority_region: the pair {} of {} has the upper "
                                      "coordinate first",
                                      pair.to_yaml(), axis),
               .where = pair.where,
               .help = fmt::format("write [{}, {}]", lower, upper)});
}

[[noreturn]] void refuse_empty(const Node& node, const Grid& grid) {
  Problem problem{.slug = "driver/priority-region",
                  .message = "driver.priority_region contains no point of the grid",
                  .where = node.where,
                  .notes = {},
                  .help = "give coordinates between which there are points, in the unit of length"};
  for (int d = 0; d < grid.dimensions; ++d)
    problem.notes.push_back(fmt::format("the domain has {} from {:.6g} to {:.6g}, spacing {:.6g}",
                                        "xyz"[d], grid.lower[d], grid.upper[d], grid.spacing[d]));
  throw Error(problem);
}

}  // namespace

Box read_priority_region(const ParameterSet& parameters, const Grid& grid) {
  if (!parameters.has(section, priority_region)) return {};
  const auto& node = parameters.get<Node>(section, priority_region);
  if (node.is_null()) return {};
  if (!node.is_list() || int(node.children.size()) != grid.dimensions) refuse_region(node, grid);
  Box box = grid.domain();
  for (std::size_t d = 0; d < node.children.size(); ++d) {
    const Node& pair = node.children[d];
    if (!pair.is_list() || pair.children.size() != 2) refuse_region(node, grid);
    const auto index = [&](std::size_t n) {
      const Real x = read_real(pair.children[n], "driver.priority_region", grid.length_unit);
      return (x - grid.origin[d]) / grid.spacing[d];
    };
    const double first = index(0), last = index(1), end = grid.points[d];
    if (first > last) refuse_inverted(pair, "xyz"[d]);
    box.lo[d] = int(std::ceil(std::clamp(first - rounding, -1.0, end)));
    box.hi[d] = int(std::floor(std::clamp(last + rounding, -1.0, end))) + 1;
  }
  box = intersect(box, grid.domain());
  if (box.empty()) refuse_empty(node, grid);
  return box;
}

}  // namespace cardon::grid_driver

// SPDX-License-Identifier: Apache-2.0
#include "startup/grid_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <cardon/services/node_reading.hpp>
#include <cmath>

namespace cardon {
namespace {

struct Extent {
  Real lower = 0, upper = 1;
};

Problem domain_problem(const Location& where, std::string message) {
  Problem p;
  p.slug = "grid/domain";
  p.message = std::move(message);
  p.where = where;
  p.help = "write one [lower, upper] for each direction, such as domain: [[0, 1], [0, 1], [0, 1]]";
  return p;
}

/// Points per direction, with room for ghost zones in an int; points in all, so that sums stay
/// exact.
constexpr long max_points = 1'000'000'000;
constexpr double max_points_in_all = 1e15;

void check_counts(const PointCounts& counts, std::vector<Problem>& problems) {
  double all = 1;
  bool too_long = false;
  for (long n : counts.points) {
    all *= double(n);
    too_long = too_long || n > max_points;
  }
  if (!too_long && all <= max_points_in_all) return;
  problems.push_back(
      {.slug = "grid/points",
       .message = fmt::format("the grid has {:.3g} points", all),
       .where = counts.where,
       .notes = {fmt::format("at most {} in a direction and {:.0e} in all are possible", max_points,
                             max_points_in_all)},
       .help = "use fewer points"});
}

Real read_bound(const Node& node, const Grid& grid, std::vector<Problem>& problems) {
  try {
    return read_real(node, "grid.domain", grid.length_unit);
  } catch (const Error& error) {
    problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    return 0;
  }
}

Extent read_extent(const Node& node, const Grid& grid, std::vector<Problem>& problems) {
  Extent e;
  if (!node.is_list() || node.children.size() != 2) {
    problems.push_back(
        domain_problem(node.where, "a direction of grid.domain is not a pair [lower, upper]"));
    return e;
  }
  const std::size_t before = problems.size();
  e = {read_bound(node.children[0], grid, problems), read_bound(node.children[1], grid, problems)};
  if (problems.size() > before) return {};
  if (!(std::abs(e.lower) < 1e150 && std::abs(e.upper) < 1e150)) {
    problems.push_back(
        domain_problem(node.where, "grid.domain reaches beyond 1e150" + grid.after_length()));
    return {};
  }
  if (e.upper > e.lower && e.upper - e.lower < 1e-150) {
    problems.push_back(domain_problem(
        node.where, "a direction of grid.domain is shorter than 1e-150" + grid.after_length()));
    return {};
  }
  if (!(e.upper > e.lower)) {
    problems.push_back(domain_problem(
        node.where,
        fmt::format("grid.domain ends at {}, which is not above its start {}", e.upper, e.lower)));
    return {};
  }
  return e;
}

std::vector<Extent> read_domain(const ParameterSet& parameters, const Grid& grid,
                                std::vector<Problem>& problems) {
  const int dimensions = grid.dimensions;
  std::vector<Extent> extents(std::size_t(dimensions), Extent{});
  if (!parameters.has("grid", "domain")) return extents;
  const Node node = parameters.get<Node>("grid", "domain");
  if (!node.is_list() || int(node.children.size()) != dimensions) {
    problems.push_back(domain_problem(
        node.where,
        fmt::format("grid.domain has {}, but the grid has {}",
                    counted(node.is_list() ? node.children.size() : std::size_t{1}, "direction"),
                    dimensions)));
    return extents;
  }
  for (int d = 0; d < dimensions; ++d)
    extents[std::size_t(d)] = read_extent(node.children[std::size_t(d)], grid, problems);
  return extents;
}

void set_direction(Grid& grid, int d, int points, const Extent& extent) {
  const bool cell = grid.centring == Centring::cell;
  const int intervals = grid.periodic[d] || cell ? points : points - 1;
  grid.points[std::size_t(d)] = points;
  grid.lower[d] = extent.lower;
  grid.upper[d] = extent.upper;
  grid.spacing[d] = (extent.upper - extent.lower) / std::max(intervals, 1);
  grid.origin[d] = extent.lower + (cell ? 0.5 * grid.spacing[d] : 0.0);
}

}  // namespace

PointCounts point_counts(const ParameterSet& parameters) {
  PointCounts counts;
  const bool points = parameters.has("grid", "points"), cells = parameters.has("grid", "cells");
  if (points || cells) {
    const std::string name = cells ? "cells" : "points";
    counts.points = parameters.get<std::vector<long>>("grid", name);
    counts.where = parameters.where("grid", name);
  }
  counts.centring = cells ? Centring::cell : Centring::vertex;
  counts.twice = points && cells;
  return counts;
}

Grid read_grid(const ParameterSet& parameters, const BoundarySpecs& boundaries,
               const RunUnits& units, std::vector<Problem>& problems) {
  Grid grid;
  grid.length_unit = units.length;
  grid.time_unit = units.time;
  const PointCounts counts = point_counts(parameters);
  grid.dimensions = counts.dimensions();
  grid.centring = counts.centring;
  if (counts.twice)
    problems.push_back(
        {.slug = "grid/points",
         .message = "grid.points and grid.cells are both given",
         .where = counts.where,
         .help = "keep points for a vertex-centred grid, cells for a cell-centred one"});
  if (counts.points.empty() || counts.points.size() > 3) {
    problems.push_back({.slug = "grid/points",
                        .message = fmt::format("the grid has {} directions; it may have 1, 2 or 3",
                                               counts.points.size()),
                        .where = counts.where,
                        .help = "write for example points: [64, 64, 64]"});
    return grid;
  }
  check_counts(counts, problems);
  const std::vector<Extent> extents = read_domain(parameters, grid, problems);
  for (int d = 0; d < 3; ++d) {
    for (int side = 0; side < 2; ++side)
      grid.faces[d][side].boundary = boundaries.face[d][side].name;
    grid.periodic[d] = d >= grid.dimensions || boundaries.face[d][0].name == "periodic";
    if (d < grid.dimensions)
      set_direction(grid, d, int(counts.points[std::size_t(d)]), extents[std::size_t(d)]);
  }
  return grid;
}

}  // namespace cardon

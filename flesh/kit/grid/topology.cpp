// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <cardon/kit/grid/topology.hpp>

#include "grid/face_cost.hpp"
#include "grid/topology_error.hpp"

namespace cardon {
namespace {

int largest_extent(int points, int blocks) { return (points + blocks - 1) / blocks; }
int smallest_extent(int points, int blocks) { return points / blocks; }

bool is_legal(const Grid& grid, const FaceThickness& thickness, int d, int blocks) {
  const int points = grid.points[d];
  return smallest_extent(points, blocks) >= std::max(1, thickness.upper[d]) &&
         largest_extent(points, blocks) >= thickness.lower[d];
}

double cost(const Grid& grid, const Index3& topology) {
  double extent[3];
  for (int d = 0; d < 3; ++d) extent[d] = largest_extent(grid.points[d], topology[d]);
  const double points = extent[0] * extent[1] * extent[2];
  double total = points;
  for (int d = 0; d < 3; ++d) {
    const int faces = topology[d] == 1 ? 0 : grid.periodic[d] || topology[d] > 2 ? 2 : 1;
    total += face_cost[d] * faces * points / extent[d];
  }
  return total;
}

std::string text(const Index3& n, int dimensions, const char* separator) {
  std::string out = std::to_string(n[0]);
  for (int d = 1; d < dimensions; ++d) out += separator + std::to_string(n[d]);
  return out;
}

int needed_at_faces(const FaceThickness& thickness, int d) {
  return std::max(thickness.lower[d], thickness.upper[d]);
}

std::vector<std::string> limits(const Grid& grid, const FaceThickness& thickness) {
  std::vector<std::string> notes;
  for (int d = 0; d < grid.dimensions; ++d) {
    const int needed = needed_at_faces(thickness, d);
    notes.push_back(
        fmt::format("{}: {}, at most {}{}", axis_name[d], counted(grid.points[d], "point"),
                    counted(max_blocks(grid, thickness, d), "block"),
                    needed > 1 ? fmt::format(" (blocks at a face need {} points)", needed) : ""));
  }
  return notes;
}

// As many blocks as each direction can have make a topology: more ranks need not be tried.
int max_ranks(const Grid& grid, int ranks, const FaceThickness& thickness) {
  double product = 1;
  for (int d = 0; d < grid.dimensions; ++d) product *= max_blocks(grid, thickness, d);
  if (product < ranks) ranks = int(product);
  while (ranks > 1 && !choose_topology(grid, ranks, thickness)) --ranks;
  return ranks;
}

}  // namespace

int max_blocks(const Grid& grid, const FaceThickness& thickness, int d) {
  if (d >= grid.dimensions) return 1;
  int blocks = grid.points[d] / std::max(1, thickness.upper[d]);
  while (blocks > 0 && !is_legal(grid, thickness, d, blocks)) --blocks;
  return blocks;
}

void check_thickness(const Grid& grid, const FaceThickness& thickness) {
  for (int d = 0; d < grid.dimensions; ++d) {
    if (is_legal(grid, thickness, d, 1)) continue;
    Problem problem;
    problem.slug = "driver/thin-grid";
    problem.message =
        fmt::format("{} points in {} are too few for the boundary", grid.points[d], axis_name[d]);
    problem.notes = {fmt::format("the boundaries {} and {} need {} points",
                                 grid.faces[d][0].boundary, grid.faces[d][1].boundary,
                                 needed_at_faces(thickness, d))};
    problem.help = fmt::format("raise grid.{}, or use a smaller stencil",
                               grid.centring == Centring::cell ? "cells" : "points");
    throw Error(problem);
  }
}

std::optional<Index3> choose_topology(const Grid& grid, int ranks, const FaceThickness& thickness) {
  std::optional<Index3> best;
  const int max_x = std::min(ranks, std::max(1, max_blocks(grid, thickness, 0)));
  const int max_y = std::max(1, max_blocks(grid, thickness, 1));
  for (int px = 1; px <= max_x; ++px) {
    if (ranks % px != 0) continue;
    for (int py = 1; py <= std::min(ranks / px, max_y); ++py) {
      if (ranks / px % py != 0) continue;
      const Index3 topology{px, py, ranks / px / py};
      bool legal = true;
      for (int d = 0; d < 3; ++d)
        legal = legal && (topology[d] == 1 ||
                          (d < grid.dimensions && is_legal(grid, thickness, d, topology[d])));
      if (legal && (!best || cost(grid, topology) < cost(grid, *best))) best = topology;
    }
  }
  return best;
}

Index3 automatic_topology(const Grid& grid, int ranks, const FaceThickness& thickness) {
  check_thickness(grid, thickness);
  if (const auto topology = choose_topology(grid, ranks, thickness)) return *topology;
  Problem problem;
  problem.slug = "driver/too-many-ranks";
  problem.message = fmt::format("{} points cannot be divided among {} ranks",
                                text(grid.points, grid.dimensions, " x "), ranks);
  problem.notes = limits(grid, thickness);
  problem.help =
      fmt::format("use {}, or more points", counted(max_ranks(grid, ranks, thickness), "rank"));
  throw Error(problem);
}

void check_topology(const Grid& grid, int ranks, const FaceThickness& thickness,
                    const Index3& topology, const Location& where) {
  check_thickness(grid, thickness);
  const std::string name = text(topology, 3, ", ");
  const long product = long(topology[0]) * topology[1] * topology[2];
  if (product != ranks)
    fail_topology(
        fmt::format("driver.topology [{}] has {}, but there {} {}", name, counted(product, "block"),
                    ranks == 1 ? "is" : "are", counted(ranks, "rank")),
        where, {}, "make the product equal to the number of ranks, or leave driver.topology out");
  for (int d = 0; d < 3; ++d) {
    const int limit = max_blocks(grid, thickness, d);
    if (topology[d] <= limit && (topology[d] == 1 || is_legal(grid, thickness, d, topology[d])))
      continue;
    fail_topology(
        fmt::format("driver.topology cuts {} into {}, at most {} {} possible", axis_name[d],
                    counted(topology[d], "block"), limit, limit == 1 ? "is" : "are"),
        where, limits(grid, thickness),
        "use fewer blocks in this direction, or leave driver.topology out");
  }
}

Decomposition decompose(const Grid& grid, const Index3& topology) {
  Decomposition result;
  result.topology = topology;
  const auto start = [&](int d, int block) {
    const int rest = grid.points[d] % topology[d];
    return block * (grid.points[d] / topology[d]) + std::min(block, rest);
  };
  for (int c = 0; c < topology[2]; ++c)
    for (int b = 0; b < topology[1]; ++b)
      for (int a = 0; a < topology[0]; ++a) {
        Box box{{start(0, a), start(1, b), start(2, c)},
                {start(0, a + 1), start(1, b + 1), start(2, c + 1)}};
        result.rank_of_block.push_back(int(result.owned.size()));
        result.owned.push_back(box);
      }
  return result;
}

}  // namespace cardon

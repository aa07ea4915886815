// SPDX-License-Identifier: Apache-2.0
#include "balancing/block_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <cmath>

#include "balancing/scene_graph.hpp"
#include "balancing/scene_load.hpp"
#include "balancing/square_map.hpp"

namespace cardon {
namespace {

constexpr double max_blocks = 4e6;  // about 1 GB with the edges of a stencil in space

void check(const BlockScene& scene) {
  const bool right_size = !scene.blocks.empty() && scene.blocks.size() <= 3;
  if (!right_size || *std::min_element(scene.blocks.begin(), scene.blocks.end()) < 1)
    refuse_scene("--blocks takes one to three positive integers", "--blocks 16x16");
  double blocks = 1;
  for (const int count : scene.blocks) blocks *= count;
  if (blocks > max_blocks)
    refuse_scene(
        fmt::format("there are {:.3g} blocks, at most {:.3g} are possible", blocks, max_blocks),
        "--blocks 1000x1000");
  if (scene.ranks < 1 || scene.sites < 1 || scene.ranks % scene.sites != 0)
    refuse_scene(fmt::format("{} cannot be divided among {}", counted(scene.ranks, "rank"),
                             counted(scene.sites, "site")),
                 "let the number of ranks be a multiple of the number of sites");
  if (!scene.speeds.empty() && int(scene.speeds.size()) != scene.sites)
    refuse_scene(fmt::format("--speeds has {} for {}", counted(scene.speeds.size(), "number"),
                             counted(scene.sites, "site")),
                 "give a speed for each site, such as --speeds 1,1.5");
  if (scene.load == "front" && scene.graph != "stencil")
    refuse_scene("a front moves through a stencil only", "use another load, or --graph stencil");
  if (scene.reach < 1 || scene.reach > 2) refuse_scene("--reach must be 1 or 2", "--reach 1");
}

void add_machine(const BlockScene& scene, BalanceProblem& problem) {
  const int each = scene.ranks / scene.sites;
  problem.sites = scene.sites;
  for (int r = 0; r < scene.ranks; ++r)
    problem.ranks.push_back(
        {.site = r / each,
         .host = r / std::max(1, scene.host_ranks),
         .speed = scene.speeds.empty() ? 1 : scene.speeds[std::size_t(r / each)]});
  for (int a = 0; a < scene.sites; ++a)
    for (int b = 0; b < scene.sites; ++b)
      problem.links.push_back(a == b ? PairCost{scene.near_latency, 1 / scene.near_bandwidth}
                                     : PairCost{scene.latency, 1 / scene.bandwidth});
  problem.message_seconds = scene.message_seconds;
  problem.packing_seconds = scene.packing_seconds;
  problem.overlap = scene.overlap;
  problem.horizon = scene.horizon;
}

void add_stencil(const BlockScene& scene, BalanceProblem& problem) {
  const auto [nz, ny, nx] = extents(scene);
  SmallRandom random(scene.seed, 0);
  const auto level = [&, n = nx](int x) {
    return scene.load == "front" ? front_level(scene, x, n) : 0;
  };
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) {
        const double scale = std::pow(8.0, level(x));
        const double work =
            scene.load == "front" ? scale : work_at(scene, (y + 0.5) / ny, (x + 0.5) / nx, random);
        const int b = int(problem.blocks.size());
        problem.blocks.push_back({.work = work, .bytes = scene.block_bytes * scale});
        const double bytes = scene.face_bytes * std::pow(4.0, level(x));
        for (const int other :
             {x + 1 < nx ? b + 1 : -1, y + 1 < ny ? b + nx : -1, z + 1 < nz ? b + nx * ny : -1}) {
          if (other < 0) continue;
          problem.edges.push_back({b, other, 1, bytes});
          problem.edges.push_back({other, b, 1, bytes});
        }
      }
}

void add_blocks(const BlockScene& scene, BalanceProblem& problem) {
  if (scene.graph == "stencil")
    add_stencil(scene, problem);
  else
    add_graph(scene, problem);
  if (scene.step <= 0) return;
  double sum = 0;
  for (const BlockLoad& block : problem.blocks) sum += block.work;
  for (BlockLoad& block : problem.blocks) block.work *= scene.step * scene.ranks / sum;
}

// Each site a slab of columns; within it rows, or parts of rows where there are more ranks.
int block_map(const BlockScene& scene, int row, int column, int rows, int columns) {
  const int each = scene.ranks / scene.sites;
  const int site = int(long(column) * scene.sites / columns);
  const auto [first, last] = columns_of_site(site, scene.sites, columns);
  if (each <= rows) return site * each + int(long(row) * each / rows);
  const int parts = each / rows;
  return site * each + row * parts + (column - first) * parts / std::max(1, last - first);
}

// Blocks that form no grid are one row.
void place(const BlockScene& scene, BalanceProblem& problem) {
  const auto [nz, ny, columns] = extents(scene);
  const long all = long(problem.blocks.size());
  const bool grid = long(nz) * ny * columns == all;
  const int rows = grid ? nz * ny : 1, nx = grid ? columns : int(all);
  const std::vector<int> square =
      scene.map == "square" ? square_map(rows, nx, scene.sites, scene.ranks) : std::vector<int>{};
  for (long b = 0; b < all; ++b) {
    const int row = int(b / nx), column = int(b % nx);
    int& rank = problem.blocks[std::size_t(b)].rank;
    if (scene.map == "naive")
      rank = int((long(column) * rows + row) % scene.ranks);
    else if (scene.map == "block")
      rank = block_map(scene, row, column, rows, nx);
    else if (scene.map == "square")
      rank = square[std::size_t(b)];
    else if (scene.map == "slices")
      rank = int((long(column) * rows + row) * scene.ranks / all);
    else
      refuse_scene("there is no map " + scene.map, "naive, block, square or slices");
  }
}

}  // namespace

BalanceProblem make_problem(const BlockScene& scene) {
  check(scene);
  BalanceProblem problem;
  add_machine(scene, problem);
  add_blocks(scene, problem);
  place(scene, problem);
  return problem;
}

}  // namespace cardon

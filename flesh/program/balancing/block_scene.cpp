// SPDX-License-Identifier: Apache-2.0
#include "balancing/block_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "cardon/kit/balance/small_random.hpp"
#include "cardon/thorn/error.hpp"

namespace cardon {
namespace {

[[noreturn]] void refuse(std::string message, std::string help) {
  throw Error(
      Problem{.slug = "balancer/scene", .message = std::move(message), .help = std::move(help)});
}

std::array<int, 3> extents(const BlockScene& scene) {
  std::array<int, 3> n{1, 1, 1};
  for (std::size_t d = 0; d < scene.blocks.size(); ++d)
    n[3 - scene.blocks.size() + d] = scene.blocks[d];
  return n;
}

void check(const BlockScene& scene) {
  const bool right_size = !scene.blocks.empty() && scene.blocks.size() <= 3;
  if (!right_size || *std::min_element(scene.blocks.begin(), scene.blocks.end()) < 1)
    refuse("the numbers of blocks are one to three numbers from 1 on", "--blocks 16x16");
  if (scene.ranks < 1 || scene.sites < 1 || scene.ranks % scene.sites != 0)
    refuse(fmt::format("{} ranks cannot be divided among {} sites", scene.ranks, scene.sites),
           "let the number of ranks be a multiple of the number of sites");
  if (!scene.speeds.empty() && int(scene.speeds.size()) != scene.sites)
    refuse(fmt::format("{} speeds are given for {} sites", scene.speeds.size(), scene.sites),
           "give a speed for each site, such as --speeds 1,1.5");
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
  problem.horizon = scene.horizon;
}

double square(double x) { return x * x; }

// Relative work of the block at (y, x) in units of the grid.
double work_at(const BlockScene& scene, double y, double x, SmallRandom& random) {
  if (scene.load == "uniform") return 1;
  if (scene.load == "random") return 0.5 + random.uniform();
  if (scene.load == "hot-spot") return square(y - 0.35) + square(x - 0.3) < 0.06 ? 4 : 1;
  if (scene.load == "clusters") {
    const double u = random.uniform(), v = random.uniform();
    const double normal = std::sqrt(-2 * std::log(1 - u)) * std::cos(6.283185307179586 * v);
    const double hot = std::exp(-square((x - 0.3) / 0.05)) + std::exp(-square((x - 0.7) / 0.08));
    return std::exp(0.35 * normal) * (1 + hot);
  }
  if (scene.load != "front")
    refuse("there is no load " + scene.load, "uniform, random, hot-spot, clusters or front");
  return 0;
}

// Levels of refinement 0, 1, 2 by distance from the front.
int front_level(const BlockScene& scene, int x, int n) {
  const double distance = std::abs(x + 0.5 - scene.front * n);
  return distance < 0.75 ? 2 : distance < 1.75 ? 1 : 0;
}

void add_blocks(const BlockScene& scene, BalanceProblem& problem) {
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
  double sum = 0;
  for (const BlockLoad& block : problem.blocks) sum += block.work;
  for (BlockLoad& block : problem.blocks) block.work *= scene.step * scene.ranks / sum;
}

// Each site a slab of columns; within it rows, or parts of rows where there are more ranks.
int block_map(const BlockScene& scene, int row, int column, int rows, int columns) {
  const int each = scene.ranks / scene.sites;
  const int site = int(long(column) * scene.sites / columns);
  const int first = (site * columns + scene.sites - 1) / scene.sites;
  const int last = ((site + 1) * columns + scene.sites - 1) / scene.sites;
  if (each <= rows) return site * each + int(long(row) * each / rows);
  const int parts = each / rows;
  return site * each + row * parts + (column - first) * parts / std::max(1, last - first);
}

void place(const BlockScene& scene, BalanceProblem& problem) {
  const auto [nz, ny, nx] = extents(scene);
  const int rows = nz * ny;
  const long all = long(problem.blocks.size());
  for (long b = 0; b < all; ++b) {
    const int row = int(b / nx), column = int(b % nx);
    int& rank = problem.blocks[std::size_t(b)].rank;
    if (scene.map == "naive")
      rank = int((long(column) * rows + row) % scene.ranks);
    else if (scene.map == "block")
      rank = block_map(scene, row, column, rows, nx);
    else if (scene.map == "slices")
      rank = int((long(column) * rows + row) * scene.ranks / all);
    else
      refuse("there is no map " + scene.map, "naive, block or slices");
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

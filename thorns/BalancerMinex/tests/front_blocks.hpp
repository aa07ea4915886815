// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_problem.hpp>
#include <cmath>
#include <random>

namespace cardon::test {

/// n^3 blocks of a stencil with a refined band across x at `front` (0 to n): works 1, 8 and 64 by
/// distance from it, states and messages that grow alike.
inline BalanceProblem front_blocks(int n, double front) {
  BalanceProblem problem;
  const auto level = [&](int x) {
    const double d = std::abs(x + 0.5 - front);
    return d < 0.75 ? 2 : d < 1.75 ? 1 : 0;
  };
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        const int b = (z * n + y) * n + x, l = level(x);
        problem.blocks.push_back(
            {.work = 1e-3 * std::pow(8.0, l), .bytes = 1e3 * std::pow(8.0, l)});
        const double bytes = 100 * std::pow(4.0, l);
        for (const int other :
             {x + 1 < n ? b + 1 : -1, y + 1 < n ? b + n : -1, z + 1 < n ? b + n * n : -1})
          if (other >= 0) {
            problem.edges.push_back({b, other, 1, bytes});
            problem.edges.push_back({other, b, 1, bytes});
          }
      }
  return problem;
}

/// Ranks of some sites; links between sites cost `slow` times those within.
inline void add_machine(BalanceProblem& problem, int ranks, int sites, double slow) {
  problem.ranks.clear();
  problem.sites = sites;
  for (int r = 0; r < ranks; ++r) problem.ranks.push_back({.site = r * sites / ranks});
  problem.links.clear();
  for (int a = 0; a < sites; ++a)
    for (int b = 0; b < sites; ++b)
      problem.links.push_back({1e-6 * (a == b ? 1 : slow), 1e-6 * (a == b ? 1 : slow)});
  problem.horizon = 10;
}

/// Blocks in slices along x, as many per rank.
inline void place_in_slices(BalanceProblem& problem, int n) {
  const int ranks = int(problem.ranks.size());
  for (std::size_t b = 0; b < problem.blocks.size(); ++b) {
    const int x = int(b) % n, rest = int(b) / n;
    problem.blocks[b].rank = int((long(x) * n * n + rest) * ranks / (long(n) * n * n));
  }
}

}  // namespace cardon::test

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_problem.hpp>

namespace cardon::test {

/// n x n blocks of a five-point stencil on `ranks` ranks of two sites, the first half of the ranks
/// at the first: dealt down the columns, blind to sites ("naive" in G. A. Koenig's dissertation,
/// 2007, section 5.1). Block (row, column) has the number row * n + column.
inline BalanceProblem naive_blocks(int n, int ranks) {
  BalanceProblem problem;
  problem.sites = 2;
  problem.links = {{1e-5, 1e-9}, {1e-2, 1e-8}, {1e-2, 1e-8}, {1e-5, 1e-9}};
  for (int r = 0; r < ranks; ++r) problem.ranks.push_back({.site = 2 * r / ranks});
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column) {
      const int b = row * n + column;
      problem.blocks.push_back({.rank = (column * n + row) % ranks, .work = 1, .bytes = 1000});
      for (const int other : {column + 1 < n ? b + 1 : -1, row + 1 < n ? b + n : -1})
        if (other >= 0) {
          problem.edges.push_back({b, other, 1, 100});
          problem.edges.push_back({other, b, 1, 100});
        }
    }
  return problem;
}

/// Four times the work within a circle off the centre.
inline void add_hot_spot(BalanceProblem& problem, int n) {
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column) {
      const double y = (row + 0.5) / n - 0.35, x = (column + 0.5) / n - 0.3;
      if (x * x + y * y < 0.06) problem.blocks[std::size_t(row * n + column)].work = 4;
    }
}

}  // namespace cardon::test

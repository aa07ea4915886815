// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cardon/balancing/balance_problem.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace cardon {

/// Blocks that form a regular array.
struct BlockArray {
  std::array<int, 3> extents{};  ///< blocks per direction; 0: there is no array
  /// By block, its place in the array, the first direction fastest; empty: its number.
  std::vector<int> places;
};

/// How loads change per step, as two windows of measurement show; relative but for `work`.
struct LoadChange {
  double slowest = 0,        ///< time of the slowest rank
      mean = 0;              ///< mean time of the ranks
  double blocks = 0;         ///< sum of the absolute changes of all blocks over all their work
  std::vector<double> work;  ///< of each block, s per step; empty: not known
  double steps = 0;          ///< between the two windows; 0: there was only one
  BlockArray array;          ///< where blocks are, so that loads can be seen to travel
};

/// The change between two measurements of the same blocks, `steps` apart.
LoadChange load_change(const BalanceProblem& before, const BalanceProblem& now, double steps);

/// A number by which a strategy is chosen.
struct BalanceFeature {
  std::string_view name;     ///< one word, as in decision trees
  std::string_view meaning;  ///< one line for people
};

/// The features by which a strategy is chosen, in the order of feature_values(). The first 31 are
/// those of H. Menon, dissertation, University of Illinois, 2016, table 7.2, with sites in place of
/// the hops of a torus; the others apply to blocks of a grid.
std::span<const BalanceFeature> balance_features();
/// Throws Bug for a name that is none.
int feature_number(std::string_view name,
                   std::span<const BalanceFeature> features = balance_features());
/// Computes the features of a problem, in the order of balance_features().
std::vector<double> feature_values(const BalanceProblem& problem, const LoadChange& change);

}  // namespace cardon

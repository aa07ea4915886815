// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/balance_features.hpp>
#include <vector>

namespace cardon {

/// Speeds of ranks as the times of their blocks suggest: loads are smooth or at random, while a
/// slow rank makes a step at its border, which blocks at both sides of the border show.
struct SpeedGuess {
  std::vector<double> speeds;  ///< by rank; those of the problem where nothing suggests others
  /// From 0 to 1: of the differences between neighbouring blocks of two ranks, the part that blocks
  /// within ranks do not have.
  double evidence = 0;
};

/// The most probable speeds if logarithms of work differ between neighbours as they do within
/// ranks, in each direction of the array, and those of speeds as the rest of the differences
/// between ranks says; both normally distributed.
SpeedGuess guess_speeds(const BalanceProblem& problem, const BlockArray& array);

}  // namespace cardon

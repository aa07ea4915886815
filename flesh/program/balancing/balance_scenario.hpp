// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_problem.hpp>
#include <cardon/kit/balance/balance_features.hpp>
#include <functional>
#include <string>
#include <vector>

namespace cardon {

/// Which scenarios are drawn.
enum class ScenarioFamily {
  learnt,  ///< those from which the forest of balance.balancer auto is learnt
  foreign  ///< loads, grids and machines of other kinds, none of which occurs in `learnt`
};

/// A balancing problem as a run meets it, and how its loads go on.
struct BalanceScenario {
  std::string kind;        ///< of its loads, for tables
  BalanceProblem problem;  ///< as measured, with the noise of a measurement
  /// As they are: where no block has migrated yet, the problem takes a slow rank for one whose
  /// blocks are expensive, as runs do.
  std::vector<RankLoad> ranks;
  LoadChange change;  ///< since the window before, as measured
  /// The work of the blocks so many steps behind the window, as it is.
  std::function<std::vector<double>(double step)> work;
};

/// Draws a scenario: 2 to 1024 ranks with 2 to 64 blocks each, about 16,384 blocks at most; grids
/// of two or three dimensions; loads that stay, grow, wander or change at random; messages from
/// free to three times as expensive as computing; one site or several; ranks of equal, known or
/// unknown speed; blocks in slices, in boxes, scattered or balanced for earlier loads. All follows
/// from family, seed and number.
BalanceScenario draw_scenario(ScenarioFamily family, unsigned seed, int number);

}  // namespace cardon

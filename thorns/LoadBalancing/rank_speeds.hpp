// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_problem.hpp>
#include <cardon/thorn/box.hpp>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace cardon {

/// Learns how fast ranks are from blocks that migrated: a block that takes twice as long as before
/// on its new rank tells that this rank is half as fast. Blocks that stayed tell how loads change
/// meanwhile; where none stayed, loads are taken as constant. Where all blocks of a rank change by
/// one factor that others do not have, the rank has become faster or slower. Corrects what the
/// machine file or a calibration says, and is all that is known where these say nothing.
class RankSpeeds {
 public:
  /// Loads of one window of steps, whose `work` is for the speeds in it: those of the machine.
  /// `boxes`: of the blocks; where they are others than in the last window, nothing is learned.
  void measured(const BalanceProblem& problem, const std::vector<Box>& boxes);
  /// Multiplies the speeds of the ranks, and with them the work of their blocks, by what was
  /// learned.
  void apply(BalanceProblem& problem) const;

 private:
  using Pair = std::pair<int, int>;  // of ranks, the smaller number first
  bool stayed(const BalanceProblem& problem, std::size_t block) const;
  std::optional<double> growth(const BalanceProblem& problem, std::size_t block) const;
  std::vector<double> changes(const BalanceProblem& problem, double trend) const;
  void change(const std::vector<double>& changes);
  void learn(const BalanceProblem& problem);
  void fit(std::size_t ranks);

  std::vector<BlockLoad> last_;
  std::vector<Box> boxes_;
  std::map<Pair, double>
      ratios_;               // log of the correction of the second rank over that of the first
  std::vector<double> log_;  // corrections, by rank; empty: none
};

}  // namespace cardon

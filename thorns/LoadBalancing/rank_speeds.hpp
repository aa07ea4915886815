// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_problem.hpp>
#include <cardon/thorn/box.hpp>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace cardon {

/// Learns how fast ranks are from blocks that migrated: a block that takes twice as long as before
/// on its new rank tells that this rank is half as fast. Blocks that stayed tell how loads change
/// meanwhile; where none stayed, loads are taken as constant. Where all blocks of a rank change by
/// one factor that others do not have, at once or over several windows, the rank has become faster
/// or slower. Corrects what the machine file or a calibration says, and is all that is known where
/// these say nothing.
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
  /// What a block takes, as a logarithm less the growth of all blocks so far, when the speed of its
  /// rank was right.
  struct Reference {
    int rank = -1;  // that had it; negative: there is none
    double work = 0;
  };
  bool stayed(const BalanceProblem& problem, std::size_t block) const;
  std::optional<double> growth(const BalanceProblem& problem, std::size_t block) const;
  std::vector<double> changes(const BalanceProblem& problem, double trend) const;
  std::vector<double> slow_changes(const BalanceProblem& problem) const;
  void refer(const BalanceProblem& problem, const std::set<int>& known);
  void change(const std::vector<double>& changes);
  void learn(const BalanceProblem& problem);
  std::set<int> learn_from_moved(const BalanceProblem& problem, double trend,
                                 const std::vector<double>& changed);
  void fit(std::size_t ranks);

  std::vector<BlockLoad> last_;
  std::vector<Box> boxes_;
  std::vector<Reference> references_;  // by block
  double trend_ = 0;                   // growth of all blocks so far, as a logarithm
  std::map<Pair, double>
      ratios_;               // log of the correction of the second rank over that of the first
  std::vector<double> log_;  // corrections, by rank; empty: none
};

}  // namespace cardon

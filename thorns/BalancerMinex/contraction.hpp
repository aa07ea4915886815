// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <vector>

#include "rank_times.hpp"

namespace cardon {

/// Blocks merged into groups, two at a time, the heaviest edge first, and taken apart again in the
/// reverse order (MinEX, section 6.4.4 of D. J. Harvey's dissertation). Only groups on the same
/// rank whose blocks have the same home are merged, so that each group moves as one. Edges of other
/// groups are not rewritten: find() resolves them.
class Contraction {
 public:
  /// Merges until at most `groups` are left, or nothing can be merged.
  Contraction(const BalanceProblem& problem, const RankTimes& times, int groups);

  /// Numbers of the groups that exist now. A group keeps its number until it is taken apart.
  std::vector<int> groups() const;
  const std::vector<int>& blocks(int group) const { return members_[std::size_t(group)]; }
  /// The group that a block is in now.
  int find(int block) const;
  /// Takes the last merged group apart; false: all groups are single blocks.
  bool expand(int& first, int& second);

 private:
  struct Merge {
    int first, second, merged;
  };
  void merge(int a, int b);

  const BalanceProblem& problem_;
  std::vector<std::vector<int>> members_;          // by group
  std::vector<std::map<int, double>> neighbours_;  // by group; ends may have been merged since
  std::vector<int> merged_into_;                   // by group; -1: exists
  std::vector<Merge> stack_;
};

}  // namespace cardon

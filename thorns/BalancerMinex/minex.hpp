// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "contraction.hpp"
#include "rank_times.hpp"

namespace cardon {

struct MinexOptions {
  /// Moves that lower the variance but raise the sum of all times are taken if rise^2 / fall is
  /// less.
  double throttle = 32;
  /// Whether the slowest rank may become slower for a while.
  bool max_may_rise = false;
};

/// MinEX (D. J. Harvey, dissertation, University of Texas at Arlington, 2001, section 6.4): a
/// multilevel, diffusive partitioner that makes the predicted time of the slowest rank small.
/// Groups of blocks move first; then they are taken apart two by two, and every time those two and,
/// if one moves, its neighbours are tried again. With max_may_rise false the result is never slower
/// than the start.
class Minex {
 public:
  /// Refers to the problem. Groups: 4 per rank.
  Minex(const BalanceProblem& problem, Placement start, const MinexOptions& options);
  /// The improved placement.
  Placement run();
  const RankTimes& times() const { return times_; }

 private:
  struct Move {
    int rank = -1;
    TimeSummary after;
  };
  std::vector<int> targets(int group) const;
  std::optional<Move> best_move(int group);
  bool accept(const TimeSummary& before, const TimeSummary& after) const;
  static bool better(const TimeSummary& a, const TimeSummary& b);
  TimeSummary tried(int group, int rank);
  void carry_out(int group, int rank);
  void partition();
  void refine(int group);
  void send_home();
  std::vector<int> border(int group) const;

  const BalanceProblem& problem_;
  MinexOptions options_;
  RankTimes times_;
  Contraction contraction_;
};

}  // namespace cardon

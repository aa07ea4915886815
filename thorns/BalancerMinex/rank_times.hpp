// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/placement.hpp>
#include <set>
#include <vector>

namespace cardon {

/// What a change of the placement did, by the terms of D. J. Harvey, "Load balancing techniques for
/// distributed processing environments", dissertation, University of Texas at Arlington, 2001,
/// section 6.4.
struct TimeSummary {
  double max = 0, min = 0;  ///< MaxQWgt, MinQWgt: s per step
  double total = 0;         ///< QWgtTOT
  double variance = 0;      ///< MinVar: sum over ranks of (time - mean)^2
};

/// Predicted time of each rank while blocks move one by one: PlacementCost, and the state of blocks
/// that are not at home divided by the horizon. A move costs O(edges of the block * (log ranks +
/// sites)).
class RankTimes {
 public:
  /// Refers to the problem; `placement` may differ from the present one, where the state is.
  RankTimes(const BalanceProblem& problem, Placement placement);

  void move(int block, int rank);
  double time(int rank) const { return times_[std::size_t(rank)]; }
  TimeSummary summary() const;
  int blocks(int rank) const { return loads_[std::size_t(rank)].blocks; }
  const Placement& placement() const { return placement_; }
  struct Neighbour {
    int block;
    double in_messages, in_bytes, out_messages, out_bytes;  ///< from there, to there
  };
  const std::vector<Neighbour>& neighbours(int block) const {
    return neighbours_[std::size_t(block)];
  }

 private:
  struct Load {
    double work = 0, ends = 0, transfer = 0, moving = 0;  // s; ends: s at speed 1
    int blocks = 0;
  };
  void add_edges(int block, double sign);
  void add_message(int from, int to, double messages, double bytes, double sign);
  void add_state(int block, double sign);
  double predicted(int rank) const;
  void touch(int rank);
  void update();

  const BalanceProblem& problem_;
  Placement placement_;
  std::vector<std::vector<Neighbour>> neighbours_;
  std::vector<Load> loads_;
  std::vector<double> from_site_;  // messages by rank and site, of other ranks
  std::vector<double> times_;
  std::multiset<double> order_;  // of available ranks
  std::vector<int> touched_;
  std::vector<char> is_touched_;  // by rank
  double total_ = 0, squares_ = 0;
  int available_ = 0;
};

}  // namespace cardon

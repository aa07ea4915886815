// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/placement.hpp>

namespace cardon {

/// What a placement costs.
struct PlacementFigures {
  double seconds = 0;    ///< predicted, per step: of the slowest rank, or of a link that is full
  double imbalance = 0;  ///< as imbalance()
  double messages = 0;   ///< per step, between ranks
  double wide_messages = 0;   ///< of these, between sites
  double bytes = 0;           ///< per step, between ranks
  double wide_bytes = 0;      ///< of these, between sites
  long moved_blocks = 0;      ///< that change their rank
  double moved_bytes = 0;     ///< of their state
  double moving_seconds = 0;  ///< once, for the state of blocks that move
};

/// Predicts the time of a step for placements of one problem.
///
/// A rank is busy with its background, its blocks and both ends of its messages to other ranks
/// (message_seconds + bytes * packing_seconds). What it waits for takes the largest latency among
/// its incoming messages, and the transfer of their bytes. Without overlap the two add up. With
/// overlap a rank with B blocks waits only as long as its other blocks do not last: max(busy, wait
/// + busy / B), the law of message-driven blocks (G. A. Koenig, "Efficient Execution of
/// Tightly-Coupled Parallel Applications in Grid Computing Environments", dissertation, University
/// of Illinois, 2007; flesh/doc/load-balancing.md). All messages between two sites in one direction
/// share the bandwidth of their link, so no step is shorter than that takes.
class PlacementCost {
 public:
  /// Refers to the problem.
  explicit PlacementCost(const BalanceProblem& problem) : problem_(problem) {}

  /// s per step by rank; background only for a rank without blocks.
  std::vector<double> rank_seconds(const Placement& placement) const;
  /// s per step of the slowest rank or link.
  double seconds(const Placement& placement) const;
  /// s for going over to another placement from the present one: latency and transfer of the state
  /// of blocks, of the busiest rank or link.
  double moving_seconds(const Placement& placement) const;
  /// All figures at once.
  PlacementFigures figures(const Placement& placement) const;
  /// Whether the time saved within the horizon exceeds the price of moving, and time is saved at
  /// all. Plans that fail this are not to be carried out.
  bool pays(const Placement& placement) const;

 private:
  std::vector<double> link_seconds(const Placement& placement) const;
  void count_messages(const Placement& placement, PlacementFigures& figures) const;

  const BalanceProblem& problem_;
};

}  // namespace cardon

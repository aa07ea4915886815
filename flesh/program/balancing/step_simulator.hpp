// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/placement.hpp>

namespace cardon {

/// How ranks serve their blocks.
struct ServingOrder {
  bool border_first = false;    ///< messages for blocks with neighbours at other sites go first
  int starvation = 16;          ///< after so many of them in a row, one for another block
  int reduce_every = 0;         ///< steps between two reductions over all blocks; 0: none
  double delivery_seconds = 0;  ///< processor time to deliver a message to a block, s
  long steps = 60;              ///< of which the first fifth is not measured
  /// Blocks from this number on answer: they compute a step once they have the messages of the
  /// others for the same step, and those wait for their answers. -1: none does.
  int answering = -1;
};

/// Steps of blocks that are driven by messages, in virtual time: each rank is one processor with a
/// queue of messages; a block is computed once the messages of all its neighbours for its step are
/// there, and then sends its own. No step has a beginning or an end for all blocks but where there
/// is a reduction. Messages take the latency and transfer time of their link and do not wait for
/// each other. Returns s per step.
///
/// This is a model of the scheduling of message-driven objects, not the order of GridDriver:
/// driver_steps() walks that one. It follows the law max(T, L + T / B) of G. A. Koenig's
/// dissertation (flesh/doc/ load-balancing.md).
double simulated_step(const BalanceProblem& problem, const Placement& placement,
                      const ServingOrder& order = {});

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

namespace cardon {

struct Program;

/// What exchanging over a wide link costs with a given ghost depth, as the plan of the steady state
/// says.
struct LinkCost {
  double steps_per_exchange = 1;  ///< steps from one exchange to the next
  double values = 0;              ///< sent per point of the face and step
  /// Work on the j-th ghost layer (0 next to the core) per step, relative to an owned point.
  std::vector<double> layers;
};

/// The cost of a link across the direction `axis`. Throws Error (grid/ghost-zones) if the depth is
/// less than a stencil's radius.
LinkCost link_cost(const Program& program, int axis, int depth);

/// The least depth with which a link across `axis` needs an exchange only every `steps` steps; the
/// points of the grid in that direction if it is not less.
int depth_for_steps(const Program& program, int axis, int steps);

}  // namespace cardon

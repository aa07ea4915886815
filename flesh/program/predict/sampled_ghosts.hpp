// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/ghost_search.hpp>
#include <functional>

namespace cardon {

/// How ranks step that run for a prediction; the same on all of them.
struct SampledSteps {
  std::function<void(long number)> run;
  std::function<void()> plan;   ///< the driver's links have changed
  std::function<double()> now;  ///< s
};

/// Has the driver search for the fastest number of ghost layers, as in the first steps of a run of
/// `steps_of_run` steps. Takes about `seconds` at most: the driver is told of no more steps than
/// fit, and when steps take longer than the first one the fewest layers are used, with a gain of 0.
/// Collective.
GhostSearch::Found search_ghosts(GhostSearch& search, long steps_of_run, double seconds,
                                 const SampledSteps& steps);

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "predict/sampled_ghosts.hpp"

#include <algorithm>

namespace cardon {

GhostSearch::Found search_ghosts(GhostSearch& search, long steps_of_run, double seconds,
                                 const SampledSteps& steps) {
  const double start = steps.now();
  steps.run(1);
  const double one = std::max(steps.now() - start, 1e-9);
  const double fitting = std::min(double(steps_of_run), seconds / one);
  GhostSearch::Next next = search.begin_search(long(fitting), 1);
  while (true) {
    if (next.plan) steps.plan();
    if (next.steps == 0) return search.found();
    steps.run(next.steps);
    // A search that has no steps is over.
    next = steps.now() - start > seconds ? search.begin_search(0, 1) : search.continue_search();
  }
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "output/cadence.hpp"

#include <cmath>

namespace cardon {

long Cadence::multiples(long iteration) const {
  // A step that misses a multiple by rounding only counts as having reached it.
  return long(std::floor(Real(iteration) * dt_ / every_.time * (1 + 1e-12) + 1e-9));
}

bool Cadence::due(long iteration) const {
  if (iteration == 0) return true;
  if (every_.in_iterations()) return iteration % every_.iterations == 0;
  if (every_.time <= dt_) return true;  // their numbers may be beyond all integers
  return multiples(iteration) > multiples(iteration - 1);
}

bool Cadence::due(long iteration, const StepClock& clock) const {
  if (iteration == 0 || !follows(clock)) return due(iteration);
  return clock.due(every_.time, iteration);
}

}  // namespace cardon

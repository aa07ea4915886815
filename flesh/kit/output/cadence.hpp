// SPDX-License-Identifier: Apache-2.0
// When something that happens every so often is due.
#pragma once
#include <cardon/services/interval.hpp>
#include <cardon/thorn/types.hpp>
#include <utility>

#include "timestep/step_clock.hpp"

namespace cardon {

/// Due at iteration 0 and then every so many iterations, or at the first step that reaches each
/// multiple of a time. A pure function of the iteration, so that all ranks agree and the planner
/// can look ahead.
class Cadence {
 public:
  Cadence(Interval every, Real dt) : every_(std::move(every)), dt_(dt) {}
  bool due(long iteration) const;
  /// The same in a run with this clock, which says where steps hit times. Of adaptive ones it knows
  /// the one that was chosen last; for others it is taken as no.
  bool due(long iteration, const StepClock& clock) const;
  /// Whether that is known for all iterations.
  bool is_foreseen(const StepClock& clock) const { return !clock.adaptive() || !follows(clock); }

 private:
  bool follows(const StepClock& clock) const {
    return clock.hits_times() && !every_.in_iterations() && (clock.adaptive() || every_.time > dt_);
  }
  long multiples(long iteration) const;
  Interval every_;
  Real dt_;
};

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
// When something that happens every so often is due.
#pragma once
#include "cardon/services/interval.hpp"
#include "cardon/thorn/types.hpp"

namespace cardon {

/// Due at iteration 0 and then every so many iterations, or at the first step that reaches each
/// multiple of a time. A pure function of the iteration, so that all ranks agree and the planner
/// can look ahead.
class Cadence {
 public:
  Cadence(Interval every, Real dt) : every_(every), dt_(dt) {}
  bool due(long iteration) const;

 private:
  long multiples(long iteration) const;
  Interval every_;
  Real dt_;
};

}  // namespace cardon

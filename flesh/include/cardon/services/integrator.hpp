// SPDX-License-Identifier: Apache-2.0
// A time integrator as a table of linear combinations.
#pragma once
#include <cardon/thorn/types.hpp>
#include <vector>

namespace cardon {

class ParameterSet;

/// Registers of one evolved field: 0 is the state that right-hand sides read, 1, 2, ... are
/// scratch. target = sum_i factor_i * register_i + dt * rhs_factor * rhs, added in this order.
struct StageUpdate {
  struct Term {
    int source = 0;
    Real factor = 0;
  };
  int target = 0;
  std::vector<Term> terms;
  Real rhs_factor = 0;  ///< 0: the right-hand side is not used
};

/// After the right-hand sides of the stage are known, the updates run in order at each point.
struct Stage {
  Real time = 0;  ///< right-hand sides of the stage see t + time * dt
  std::vector<StageUpdate> updates;
};

/// Explicit one-step methods for d/dt u = rhs(u, t).
class Integrator {
 public:
  virtual ~Integrator() = default;
  /// The stages of one step; the last leaves the new state in register 0. `parameters` holds the
  /// integrator's own section.
  virtual std::vector<Stage> stages(const ParameterSet& parameters) const = 0;
  /// Order of accuracy in the step, for people and tests.
  virtual int order() const = 0;
};

}  // namespace cardon

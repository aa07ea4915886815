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
  /// One summand of an update.
  struct Term {
    int source = 0;   ///< register
    Real factor = 0;  ///< of the register
  };
  int target = 0;           ///< register that is set; may be among the sources
  std::vector<Term> terms;  ///< in the order of summation
  Real rhs_factor = 0;      ///< 0: the right-hand side is not used
};

/// After the right-hand sides of the stage are known, the updates run in order at each point. In
/// an implicit stage tasks of the bin Implicit then solve u = u* + implicit dt g(u) for the state
/// u, where u* is what the updates left in register 0, and more updates follow.
struct Stage {
  Real time = 0;                              ///< right-hand sides of the stage see t + time * dt
  std::vector<StageUpdate> updates;           ///< carried out in order
  Real implicit = 0;                          ///< 0: the stage is explicit
  std::vector<StageUpdate> after_implicit{};  ///< without right-hand sides
};

/// The lower order of an embedded pair, for an estimate of the error of a step: the difference of
/// the two solutions is dt sum_i weights[i] rhs_i over the stages; one weight more than there are
/// stages: the last is that of the right-hand side at the end of the step.
struct EmbeddedMethod {
  int order = 0;              ///< of the solution with the lower order
  std::vector<Real> weights;  ///< of the right-hand sides; empty: no estimate
};

/// One-step methods for d/dt u = rhs(u, t), or rhs(u, t) + g(u) with implicit stages.
class Integrator {
 public:
  virtual ~Integrator() = default;
  /// The stages of one step; the last leaves the new state in register 0. `parameters` holds the
  /// integrator's own section.
  virtual std::vector<Stage> stages(const ParameterSet& parameters) const = 0;
  /// The other method of an embedded pair; without weights if there is none.
  virtual EmbeddedMethod embedded() const { return {}; }
  /// Order of accuracy in the step, for people and tests.
  virtual int order() const = 0;
};

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/field_access.hpp>
#include <cardon/services/program.hpp>

#include "scalars/scalar_state.hpp"
#include "timestep/step_rule.hpp"

namespace cardon {

/// The largest error of a step, in units of what is allowed, over the values of this rank: |e| /
/// (absolute + tolerance |u|) with the integrator's estimate e. A maximum is exact, so the one over
/// all ranks is the same for every decomposition.
class StepErrors {
 public:
  /// Everything is referred to.
  StepErrors(const Program& program, const StepRule& rule, const ScalarState& scalars)
      : program_(program), rule_(rule), scalars_(scalars) {}

  /// Forgets what was found, and looks at the scalars of the last step.
  void begin();
  /// Looks at the owned points of a block.
  void look_at(const FieldAccess::BlockView& block);
  /// Infinite where an error is not a number.
  Real largest() const { return largest_; }

  /// The longest step that keeps to the tolerance, judged by one of length dt: at most `max_growth`
  /// times as long and at least a fifth. E. Hairer, S. P. Norsett and G. Wanner, Solving Ordinary
  /// Differential Equations I, 2nd edition (1993), section II.4.
  static constexpr Real max_growth = 5;
  static Real longest_step(const StepRule& rule, Real dt, Real largest);

 private:
  void add(Real estimate, Real value);

  const Program& program_;
  const StepRule& rule_;
  const ScalarState& scalars_;
  Real largest_ = 0;
};

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
// What a simulation does where steps are adaptive.
#include <cardon/kit/fields_not_finite.hpp>

#include "loop/simulation.hpp"

namespace cardon {

/// Outputs at certain times are not foreseen: their tasks are not in the plan.
void Simulation::choose_step() {
  try {
    step_clock_.choose();
  } catch (const FieldsNotFinite&) {
    scalar_state_.check_undone();
    throw;
  }
  if (!steps_ || outputs_.foreseen(iteration_ + 1)) return;
  driver_->finish();
  plan_again();
}

/// False: steps were rejected, and the run went back.
bool Simulation::confirm_steps() {
  if (!steps_) return true;
  if (steps_->after_step(is_looked_at())) return true;
  go_back();
  return false;
}

/// After StepControl has put fields and clock back.
void Simulation::go_back() {
  went_back_ = true;
  rejected_ += iteration_ - step_clock_.iteration();
  iteration_ = step_clock_.iteration();
  step_scalars_.settle();
  step_scalars_.go_back(iteration_);
  scalar_state_.go_back(iteration_);
  scalars_.forget();
  failures_.go_back(iteration_);
  plan_again();
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
// What a simulation does where it pauses, and where parameters change between steps.
#include "loop/simulation.hpp"

namespace cardon {

long Simulation::last_iteration() const {
  if (!step_clock_.running() || !step_clock_.time_left()) return course_.last_iteration;
  return foreseen_last_iteration(setup_, step_clock_);
}

void Simulation::steer(const RunCourse& course) {
  course_ = course;
  if (!step_clock_.adaptive() && step_clock_.hits_times()) step_clock_.aim_at(course.goals);
  outputs_.change(course.outputs);
  sequence_.change(course.max_iterations, course.outputs);
  services_->steered({*setup_.parameters, iteration_, last_iteration()});
}

void Simulation::hold() {
  driver_->finish();
  outputs_.settle();  // somebody may want to see the files
  services_->paused(view(), true);
  order_ = services_->hold(view());
  stopped_ = order_.stop;
  change();
  const bool stops =
      !stopped_.empty() && course_.checkpoint.on_stop != CheckpointSpec::OnStop::never;
  if ((order_.checkpoint || stops) && !course_.checkpoint.format.empty() && kept_ != iteration_)
    save_checkpoint();
  else
    checkpoints_.poll();
  if (!paused()) services_->paused(view(), false);
}

}  // namespace cardon

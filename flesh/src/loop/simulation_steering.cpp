// SPDX-License-Identifier: Apache-2.0
// What a simulation does where it pauses, and where parameters change between steps.
#include <algorithm>
#include <cardon/services/tunable.hpp>

#include "loop/placement_checks.hpp"
#include "loop/simulation.hpp"

namespace cardon {

long Simulation::last_iteration() const {
  if (!step_clock_.running() || !step_clock_.time_left()) return course_.last_iteration;
  return foreseen_last_iteration(setup_, step_clock_);
}

SteeringEffects Simulation::steering_effects() {
  return {.iteration = [this] { return iteration_; },
          .settle = [this] { return settled(); },
          .can_tune =
              [this] {
                const auto* tunable = offered_by<Tunable>(*driver_);
                return tunable != nullptr && tunable->freedom().any();
              },
          .check_placement =
              [this, began = *setup_.parameters](const ParameterSet& candidate,
                                                 const std::vector<std::string>& sections,
                                                 const std::vector<std::string>& names) {
                return placement_problems(setup_.library.catalogue, sections, candidate,
                                          {.machine = to_driver_.machine,
                                           .ranks = transport_.size(),
                                           .decomposition = &driver_->decomposition(),
                                           .driver = driver_.get(),
                                           .program = &setup_.program,
                                           .began = &began,
                                           .changing = names});
              },
          .change = [this](const RunCourse& course,
                           const std::vector<std::string>& sections) { steer(course, sections); },
          .replan = [this] { services_->replan(); }};
}

/// Whether the last step stays. Directly after steps were rejected it is not known: where the
/// errors of steps decide, the one that is repeated may be rejected as well.
bool Simulation::settled() {
  if (went_back_) return false;
  driver_->finish();
  if (!steps_ || steps_->settle()) return true;
  go_back();
  return false;
}

void Simulation::steer(const RunCourse& course, const std::vector<std::string>& sections) {
  course_ = course;
  if (!step_clock_.adaptive() && step_clock_.hits_times()) step_clock_.aim_at(course.goals);
  outputs_.change(course.outputs);
  checkpoints_.steered();
  sequence_.change(course.max_iterations, course.outputs);
  if (steps_) {
    step_clock_.change(course.clock);
    if (std::any_of(sections.begin(), sections.end(), [this](const std::string& section) {
          return setup_.registry.find(section)->is_thorn();
        }))
      steps_->look_again();
  }
  services_->steered(
      {*setup_.parameters, iteration_, last_iteration(), sections, checkpoints_.wall()});
}

void Simulation::hold() {
  driver_->finish();
  outputs_.settle();  // somebody may want to see the files
  services_->paused(view(), true);
  const double start = seconds_now();
  order_ = services_->hold(view());
  stopped_ = order_.stop;
  const double end = seconds_now();
  clock_.paused += end - start;
  change();
  if (iteration_ > 0) clock_.evolution += seconds_now() - end;
  const CheckpointMoment moment{.iteration = iteration_,
                                .repeated = true,
                                .asked = order_.checkpoint,
                                .stopped = !stopped_.empty()};
  if (kept_ != iteration_ && checkpoints_.is_due(moment))
    save_checkpoint();
  else
    checkpoints_.poll();
  if (!paused()) services_->paused(view(), false);
}

}  // namespace cardon

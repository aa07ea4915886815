// SPDX-License-Identifier: Apache-2.0
#include "watch.hpp"

#include <limits>

namespace cardon {

void Watch::open(const StepSetup& setup) {
  driver_ = &setup.driver;
  transport_ = &setup.transport;
  requests_.open(setup);
  steps_taken_ = setup.first_iteration;
  adaptive_ = setup.adaptive;
  setup_.tag = setup.tag;
  setup_.started = setup.wall.started;
  setup_.wall = setup.wall.limit;
  setup_.checkpoint_wall = setup.wall.checkpoint;
  setup_.first = setup.first_iteration;
  setup_.last = setup.adaptive ? std::numeric_limits<long>::max() : setup.last_iteration;
}

void Watch::record_in(const std::filesystem::path& run_folder) {
  setup_.stop_file = run_folder / "stop";
  requests_.record_in(run_folder);
  setup_.requests = [this] { return requests_.requests(); };
  watch_.emplace(*transport_, setup_);
}

StepOrder Watch::after_step(const StepView& step) {
  steps_taken_ = step.steps_taken();
  if (!watch_) return {};
  return carry_out(
      watch_->after_step(steps_taken_, {step.signal, step.output_failed, step.checkpoint},
                         [this] { driver_->finish(); }),
      step);
}

StepOrder Watch::hold(const StepView& step) {
  return carry_out(
      watch_->hold(steps_taken_, {step.signal, step.output_failed, step.checkpoint}, [] {}), step);
}

StepOrder Watch::carry_out(const RunWatch::Order& told, const StepView& step) {
  StepOrder order{.stop = told.stop, .checkpoint = told.checkpoint};
  requests_.take(told.requests, step, order);
  return order;
}

void Watch::steered(const SteeredRun& run) {
  if (watch_ && !adaptive_) watch_->change_last(run.last_iteration, steps_taken_);
}

void Watch::conclude() {
  if (watch_) watch_->close();
}

}  // namespace cardon

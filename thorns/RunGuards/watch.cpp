// SPDX-License-Identifier: Apache-2.0
#include "watch.hpp"

#include <limits>

namespace cardon {
namespace {

double wall_limit(const ParameterSet& parameters) {
  const std::string limit(Watch::limit.name());
  return parameters.has(Watch::section, limit) ? parameters.get<Real>(Watch::section, limit) : 0;
}

}  // namespace

void Watch::open(const StepSetup& setup) {
  driver_ = &setup.driver;
  transport_ = &setup.transport;
  requests_.open(setup);
  adaptive_ = setup.adaptive;
  setup_.tag = setup.tag;
  setup_.started = setup.wall.started;
  setup_.wall = wall_ = wall_limit(setup.parameters);
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
  if (!watch_) return {};
  return carry_out(
      watch_->after_step(step.steps_taken(), {step.signal, step.output_failed, step.checkpoint},
                         [this] { driver_->finish(); }),
      step, false);
}

bool Watch::idle(const StepView& step) const {
  return !watch_ || (watch_->idle(step.steps_taken()) && requests_.idle());
}

StepOrder Watch::hold(const StepView& step) {
  return carry_out(
      watch_->hold(step.steps_taken(), {step.signal, step.output_failed, step.checkpoint}, [] {}),
      step, true);
}

StepOrder Watch::carry_out(const RunWatch::Order& told, const StepView& step, bool held) {
  StepOrder order{.checkpoint = told.checkpoint};
  if (told.by_wall && wall_steered_)
    requests_.stop_for_wall(step, told.stop, order);
  else
    order.stop = told.stop;
  requests_.take(told.requests, step, held, order);
  return order;
}

void Watch::steered(const SteeredRun& run) {
  if (!watch_) return;
  if (!adaptive_) watch_->change_last(run.last_iteration, run.iteration);
  change_wall(run);
}

// A record says where the run was stopped; how long that took on another machine is no reason for
// the replay to stop.
void Watch::change_wall(const SteeredRun& run) {
  const double wall = wall_limit(run.parameters);
  if (wall != wall_ && !requests_.is_replayed()) {
    setup_.wall = wall;
    wall_steered_ = true;
  }
  wall_ = wall;
  watch_->change_wall(setup_.wall, run.checkpoint_wall);
}

void Watch::conclude() {
  if (watch_) watch_->close();
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "loop/simulation.hpp"

#include <algorithm>
#include <cardon/kit/tuning/rank_report.hpp>
#include <utility>

#include "plan/cyclic_sequence.hpp"
#include "restart/restore.hpp"
#include "schedule/analysis.hpp"
#include "startup/driver_setup.hpp"
#include "startup/planner_input.hpp"

namespace cardon {
namespace {

/// s since `from`, which becomes now. Small grids have steps of a microsecond, in which a look at
/// the clock counts, so it is read only after what may take time.
double lap(double& from) {
  const double start = std::exchange(from, seconds_now());
  return from - start;
}

}  // namespace

Simulation::Simulation(const PlacedRun& placed, Warnings& warnings, double started)
    : placed_(placed),
      setup_(placed.run),
      warnings_(warnings),
      transport_(*placed.transport),
      step_clock_(setup_.clock),
      driver_(setup_.library.catalogue.make<Driver>(setup_.driver_name)),
      fields_(fields_of(*driver_, setup_.driver_name)),
      to_driver_(driver_setup(placed.run, placed.machine)),
      scalars_(setup_.program.scalars),
      step_scalars_(setup_.program, *driver_, fields_, transport_),
      scalar_state_(setup_.program, *setup_.parameters),
      course_(course_of(setup_)),
      steering_(setup_, step_clock_, offered_by<StorageAccess>(*driver_) != nullptr,
                steering_effects()),
      sequence_(setup_.program, setup_.outputs, setup_.max_iterations, step_clock_),
      outputs_(setup_.outputs, {.program = setup_.program,
                                .parameters = *setup_.parameters,
                                .machine = placed.machine,
                                .transport = transport_,
                                .driver = *driver_,
                                .fields = fields_,
                                .scalars = scalars_,
                                .clock = step_clock_}),
      checkpoints_(placed, warnings, offered_by<StorageAccess>(*driver_), scalars_, step_clock_) {
  scalars_.give_in_steps_to(step_scalars_);
  scalars_.give_state_to(scalar_state_);
  to_driver_.scalars = &scalars_;
  to_driver_.failures = &failures_;
  driver_->setup(to_driver_, transport_);
  if (setup_.restart) restart_from_checkpoint();
  open_services(started);
  make_planner();
  cursor_ = restored_ ? planner_->resume(first_ + 1) : planner_->start();
  if (!step_clock_.adaptive()) return;
  step_scalars_.remember(step_clock_.rule().lead);
  scalar_state_.remember(step_clock_.rule().lead);
  steps_ = std::make_unique<StepControl>(setup_, step_clock_, *driver_, fields_, transport_,
                                         scalars_, scalar_state_);
}

// They may change links and blocks of the driver before there is a plan.
void Simulation::open_services(double started) {
  const ServiceCatalogue& catalogue = setup_.library.catalogue;
  const StepSetup setup{
      .program = setup_.program,
      .parameters = *setup_.parameters,
      .driver = *driver_,
      .fields = fields_,
      .transport = transport_,
      .first_iteration = first_,
      .last_iteration = course_.last_iteration,
      .adaptive = step_clock_.adaptive(),
      .driver_setup = &to_driver_,
      .tuning = &course_.tuning,
      .wall = {started, checkpoints_.wall()},
      .make_service =
          [&catalogue](std::string_view role, std::string_view name, const Location& where) {
            return catalogue.require(role, name, where).service.make();
          },
      .warn = [&warnings = warnings_](const Problem& problem) { warnings.add(problem); },
      .failures = &failures_,
      .steering = &steering_};
  services_ = std::make_unique<StepServices>(
      catalogue, setup, restored_ ? restored_->manifest.services : nlohmann::json::object());
}

StepView Simulation::view() const {
  return {.iteration = iteration_,
          .time = step_clock_.time(),
          .last = done(),
          .dt = running_.dt,
          .rejected = rejected_,
          .evolution = clock_.evolution,
          .checkpoint = checkpoints_.figures().seconds_each(),
          .output_failed = outputs_.stops() && outputs_.failed(),
          .signal = signal_ ? signal_() : 0};
}

void Simulation::make_planner() {
  planner_ =
      std::make_unique<plan::Planner>(planner_input(setup_.program, driver_->links()), sequence_);
  segment_ = nullptr;
  position_ = 0;
}

/// Hands the driver the operations up to and including the next end of a step.
void Simulation::run_plan() {
  const long step = iteration_ + 1;
  const long finished = std::max(step - 1, 0L);
  const StepState state{finished, step_clock_.time(), step_clock_.dt(), step == 0};
  running_ = state;
  step_scalars_.begin_step(step);
  scalar_state_.begin_step(state);
  if (const plan::Pattern* tasks = sequence_.step(step); tasks && !observer_)
    outputs_.begin_step(step, tasks->tasks);
  run_to_step_end(state);
  run_scalar_tasks(-1, [] {});
  step_scalars_.end_step(step);
}

void Simulation::run_to_step_end(const StepState& state) {
  while (true) {
    if (!segment_ || position_ == segment_->operations.size()) {
      segment_ = planner_->next(cursor_);
      position_ = 0;
      if (!segment_) throw Bug("the plan ends before the run does");
    }
    const auto& operations = segment_->operations;
    const auto end = std::find_if(
        operations.begin() + long(position_), operations.end(),
        [](const plan::Operation& o) { return o.kind == plan::Operation::Kind::step_end; });
    const auto count = std::size_t(end - operations.begin()) - position_;
    const auto these = std::span(operations).subspan(position_, count);
    if (observer_)
      execute_observed(these, state);
    else if (count > 0)
      execute(these, state);
    position_ += count;
    if (end != operations.end()) break;
  }
  ++position_;
}

void Simulation::execute_observed(std::span<const plan::Operation> operations,
                                  const StepState& state) {
  for (std::size_t n = 0; n < operations.size(); ++n) {
    execute(operations.subspan(n, 1), state);
    driver_->finish();
    observer_(operations[n]);
  }
}

/// Whether anybody looks at the fields of this iteration.
bool Simulation::is_looked_at() const {
  return iteration_ == 0 || done() || outputs_.due(iteration_);
}

long Simulation::step(double now) {
  if (iteration_ >= 0) choose_step();
  run_plan();
  if (++iteration_ > 0) step_clock_.advance();
  if (is_looked_at()) driver_->finish();
  const double watched = watched_since();
  if (iteration_ == 0) before_evolution_ = driver_->timings();
  went_back_ = !confirm_steps();
  outputs_.poll();
  const double run = lap(now);
  if (iteration_ > 0) clock_.evolution += run - watched;
  clock_.output += watched;
  serve_step(now);
  if (!went_back_ && !observer_ && outputs_.write_due(iteration_, done()))
    clock_.output += lap(now);
  if (services_->wants_change()) {
    change();
    const double changed = lap(now);
    if (iteration_ > 0) clock_.evolution += changed;
  }
  // A pause, too, is after a step that stays.
  if (order_.hold) {
    order_.hold = settled();
    lap(now);
  }
  if (keep()) clock_.checkpoints += lap(now);
  clock_.read = now;
  if (steps_) clock_.stepping = steps_->seconds();
  if (steps_) clock_.late = steps_->late();
  return iteration_;
}

// What outputs have taken of the step.
double Simulation::watched_since() {
  outputs_.end_step();
  const double before = std::exchange(watched_, outputs_.watching_seconds());
  return watched_ - before;
}

// `now` is when the step ended, and then when the services did.
void Simulation::serve_step(double& now) {
  const double start = now;
  order_ = services_->after_step(view(), now);
  if (const std::exception_ptr failure = failure_of_step()) {
    // What a service finds, such as NaN, may come of steps that were too long.
    if (!steps_ || steps_->settle()) std::rethrow_exception(failure);
    go_back();
    lap(now);
  }
  if (iteration_ > 0) clock_.evolution += now - start;
  if (!done()) stopped_ = order_.stop;
  failures_.throw_unexplained();
}

// Blocks that lag behind have yet to send what others wait for, and give outputs what they need.
void Simulation::finish_blocks() {
  const double start = seconds_now();
  driver_->finish();
  if (iteration_ > 0) clock_.evolution += seconds_now() - start;
}

void Simulation::close_outputs() {
  finish_blocks();
  const double start = seconds_now();
  outputs_.close();
  clock_.output += seconds_now() - start;
}

void Simulation::change() {
  if (services_->change(view())) plan_again();
}

void Simulation::plan_again() {
  make_planner();
  cursor_ = planner_->resume(iteration_ + 1);
}

// As at the end of the last step, whose time and scalars its tasks see.
void Simulation::terminate() {
  if (setup_.program.terminate.empty()) return;
  const double start = seconds_now();
  last_sequence_ = std::make_unique<plan::CyclicSequence>(
      plan::CyclicSequence::Steps{last_tasks(setup_.program)}, plan::CyclicSequence::Steps{});
  planner_ = std::make_unique<plan::Planner>(planner_->input(), *last_sequence_);
  cursor_ = planner_->resume(0);
  segment_ = nullptr;
  scalars_.forget();
  run_to_step_end(running_);
  driver_->finish();
  const std::vector<Real> values = scalars_.combine(transport_);
  for (const int id : setup_.program.terminate)
    for (const int scalar : setup_.program.tasks[std::size_t(id)].scalars)
      results_.emplace_back(&setup_.program.scalars[std::size_t(scalar)],
                            values[std::size_t(scalar)]);
  clock_.evolution += seconds_now() - start;
}

void Simulation::conclude() {
  // Messages under way would reach whoever uses the transport next.
  finish_blocks();
  services_->conclude();
  step_scalars_.settle();
  if (steps_) steps_->close();
  failures_.throw_any();
  const double start = seconds_now();
  checkpoints_.finish();
  clock_.checkpoints += seconds_now() - start;
}

// What all ranks find on the way is less than what they stop for.
void Simulation::break_off() {
  disregard_failures();
  try {
    conclude();
  } catch (const Error& error) {
    if (!error.is_on_all_ranks()) throw;
  }
}

Timings Simulation::evolution_timings() const {
  return difference(driver_->timings(), before_evolution_);
}

}  // namespace cardon

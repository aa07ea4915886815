// SPDX-License-Identifier: Apache-2.0
// What a simulation does about scalars while it hands the tasks of a step to the driver.
#include "loop/simulation.hpp"

namespace cardon {

void Simulation::execute(std::span<const plan::Operation> operations, const StepState& state) {
  using Kind = plan::Operation::Kind;
  std::size_t done = 0, n = 0;
  const auto hand_over = [&] {
    if (n > done) driver_->execute(operations.subspan(done, n - done), state);
    done = n;
  };
  const bool scalars = step_scalars_.any() || scalar_state_.any();
  for (; scalars && n < operations.size(); ++n) {
    if (operations[n].kind != Kind::compute && operations[n].kind != Kind::boundary) continue;
    const Task& task = setup_.program.tasks[std::size_t(operations[n].task)];
    run_scalar_tasks(task.id, hand_over);
    combine_before(task, hand_over);
    step_scalars_.note(task);
  }
  n = operations.size();
  hand_over();
}

/// Runs the tasks of scalars that come before this task of the grid.
void Simulation::run_scalar_tasks(int grid_task, const std::function<void()>& hand_over) {
  while (const Task* task = scalar_state_.next(grid_task)) {
    combine_before(*task, hand_over);
    scalar_state_.run_next(
        [this](const ScalarRead& read) { return step_scalars_.value(read, iteration_ + 1); });
  }
}

/// Before a task that reads a scalar reduced in the same step, all ranks combine what they have.
void Simulation::combine_before(const Task& task, const std::function<void()>& hand_over) {
  if (!step_scalars_.must_wait(task)) return;
  hand_over();
  driver_->finish();
  step_scalars_.combine(iteration_ + 1);
}

/// What services have found in the step, or else scalars that are not numbers; null: nothing.
std::exception_ptr Simulation::failure_of_step() {
  if (const std::exception_ptr failure = services_->take_failure()) return failure;
  try {
    scalar_state_.check_finite();
  } catch (const Error&) {
    return std::current_exception();
  }
  return nullptr;
}

}  // namespace cardon

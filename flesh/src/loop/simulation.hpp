// SPDX-License-Identifier: Apache-2.0
// One run: from a checked set-up to the last step.
#pragma once
#include <cardon/kit/grid/task_failures.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/services/field_access.hpp>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "loop/checkpoints.hpp"
#include "loop/step_services.hpp"
#include "output/outputs.hpp"
#include "output/run_folder.hpp"
#include "plan/planner.hpp"
#include "restart/restored_run.hpp"
#include "scalars/scalar_reductions.hpp"
#include "scalars/scalar_state.hpp"
#include "scalars/step_scalars.hpp"
#include "startup/placed_run.hpp"
#include "startup/run_sequence.hpp"
#include "steering/run_steering.hpp"
#include "steps/step_control.hpp"

namespace cardon {

/// Where the wall-clock time of a rank went besides the driver's own figures.
struct RunClock {
  double evolution = 0;  ///< steps and step services; start-up and output excluded
  double output = 0;
  double stepping = 0;     ///< part of evolution: evaluations for adaptive steps, copies, waiting
  double late = 0;         ///< part of stepping: results that were late
  double checkpoints = 0;  ///< not in evolution: copying fields, waiting for files
  double paused = 0;       ///< not in evolution: waiting for the end of a pause
  double read = 0;         ///< when the last step ended, by seconds_now()
};

/// Owns driver and planner and walks the plan. Everything hangs off this object; several may live
/// in one process.
class Simulation {
 public:
  /// With CheckedRun::restart the driver holds what was in the checkpoint. The placed run and the
  /// warnings must outlive it. `started`: when the program was, by seconds_now().
  Simulation(const PlacedRun& placed, Warnings& warnings, double started = seconds_now());

  /// `caught`: the first signal that asked this process to stop; 0: none.
  void watch_signals(std::function<int()> caught) { signal_ = std::move(caught); }

  Driver& driver() { return *driver_; }
  FieldAccess& fields() { return fields_; }
  /// Runs the tasks of Terminate, after the last step. Collective.
  void terminate();
  /// What they have reduced; empty before, and where there are none.
  const std::vector<std::pair<const ScalarInfo*, Real>>& results() const { return results_; }
  /// What tasks throw does not matter any more: the run ends for another reason.
  void disregard_failures() { failures_.disregard(); }
  /// Ends what step services have begun: after the last step, or when all ranks stop at the same
  /// one.
  void conclude();
  /// The same where an error stops all ranks, before they give up the transport: others may wait
  /// for what blocks that lag behind have yet to send.
  void break_off();
  const RunClock& clock() const { return clock_; }
  StepServices& services() { return *services_; }
  /// What they said after the last step, for the screen.
  const std::vector<std::string>& lines() const { return order_.lines; }
  /// Timings without those of the initial step.
  Timings evolution_timings() const;
  /// The planner's input for the active links, for print-outs.
  const plan::PlanInput& plan_input() const { return planner_->input(); }

  /// The provenance of the run, as JSON, goes into what is written.
  void open_outputs(const RunFolder& folder, const std::string& provenance) {
    outputs_.open(folder, provenance, earlier_run());
  }
  /// After the last step, before ranks wait for each other in any other way: brings all blocks to
  /// its end and waits until all is written.
  void close_outputs();
  const Outputs& outputs() const { return outputs_; }
  /// Step services learn the folder, and from here on checkpoints can be written. `has_room`:
  /// whether all ranks have the memory for one; if not, its argument gets the reason. Collective.
  void open_checkpoints(const RunFolder& folder, const std::string& provenance,
                        std::function<bool(Problem&)> has_room);
  const Checkpoints& checkpoints() const { return checkpoints_; }
  /// What it was restarted from; null: a new run.
  const RestoredRun* restored() const { return restored_ ? &*restored_ : nullptr; }
  /// The iteration of the checkpoint that this run was restarted from, of a new run 0.
  long first_iteration() const { return first_; }
  /// Why all ranks stop after this step, before the last one; empty: they do not.
  const std::string& stopped() const { return stopped_; }
  /// The times of its steps.
  const StepClock& step_clock() const { return step_clock_; }
  /// Runs the tasks of the next step (the initial ones first), then step services and outputs.
  /// Returns its iteration; where steps are rejected, the earlier one that the run went back to.
  /// `now`, by seconds_now(): where nothing has been done since the last step, clock().read.
  long step(double now = seconds_now());
  /// From now on operations are executed one by one, each followed by `look` with all blocks at its
  /// end, and no output or checkpoint is written: to find out what happens in a step.
  void observe(std::function<void(const plan::Operation&)> look) { observer_ = std::move(look); }
  /// Whether all scalars that are a state are numbers.
  bool scalars_are_finite() const { return scalar_state_.is_finite(); }
  /// What a task of the running step reads of a scalar, for an observer.
  ReducedValue scalar(const ScalarRead& read) const {
    return scalar_state_.has(read.scalar) ? scalar_state_.value(read, iteration_ + 1)
                                          : step_scalars_.value(read, iteration_ + 1);
  }
  bool is_over() const { return done() || !stopped_.empty(); }
  bool done() const { return iteration_ >= course_.max_iterations || step_clock_.at_stop(); }
  long iteration() const { return iteration_; }
  /// Where the run ends; where steps are adaptive, an estimate by the last one.
  long last_iteration() const;
  /// Whether the run pauses after this step: hold() is to be called until it does not.
  bool paused() const { return order_.hold && !done() && stopped_.empty(); }
  /// Waits a moment and does what is asked for meanwhile; see lines() and stopped().
  void hold();

 private:
  void run_plan();
  void run_to_step_end(const StepState& state);
  void execute(std::span<const plan::Operation> operations, const StepState& state);
  void execute_observed(std::span<const plan::Operation> operations, const StepState& state);
  void run_scalar_tasks(int grid_task, const std::function<void()>& hand_over);
  void combine_before(const Task& task, const std::function<void()>& hand_over);
  std::exception_ptr failure_of_step();
  void make_planner();
  void restart_from_checkpoint();
  void open_services(double started);
  StepView view() const;
  void choose_step();
  bool confirm_steps();
  void go_back();
  void serve_step(double& now);
  void finish_blocks();
  void change();
  void plan_again();
  bool keep();
  bool wants_checkpoint();
  void save_checkpoint();
  SteeringEffects steering_effects();
  void steer(const RunCourse& course, const std::vector<std::string>& sections);
  bool settled();
  bool is_looked_at() const;
  double watched_since();
  EarlierRun earlier_run() const;

  const PlacedRun& placed_;
  const CheckedRun& setup_;
  Warnings& warnings_;
  Transport& transport_;
  StepClock step_clock_;
  std::shared_ptr<Driver> driver_;
  FieldAccess& fields_;  // of the driver
  DriverSetup to_driver_;
  ScalarReductions scalars_;
  StepScalars step_scalars_;
  TaskFailures failures_;
  ScalarState scalar_state_;
  RunCourse course_;
  RunSteering steering_;
  RunSequence sequence_;
  std::unique_ptr<plan::Sequence> last_sequence_;  // of terminate()
  std::unique_ptr<plan::Planner> planner_;
  plan::Planner::Cursor cursor_;
  StepState running_;  // the step that run_plan() has begun last
  const plan::Segment* segment_ = nullptr;
  std::size_t position_ = 0;  // in the segment
  std::unique_ptr<StepServices> services_;
  StepOrder order_;                     // of the services, after the last step
  std::unique_ptr<StepControl> steps_;  // null: fixed steps
  long rejected_ = 0;                   // steps, in this run
  long kept_ = -1;                      // iteration of the last checkpoint that was begun
  bool went_back_ = false;              // in the last call of step()
  Outputs outputs_;
  Checkpoints checkpoints_;
  std::string stopped_;
  std::vector<std::pair<const ScalarInfo*, Real>> results_;
  std::function<int()> signal_;
  std::function<void(const plan::Operation&)> observer_;
  RunClock clock_;
  Timings before_evolution_;
  double watched_ = 0;  // s
  std::optional<RestoredRun> restored_;
  long first_ = 0;
  long iteration_ = -1;  // the last finished; -1 before the initial tasks
};

}  // namespace cardon

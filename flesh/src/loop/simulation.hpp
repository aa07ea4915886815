// SPDX-License-Identifier: Apache-2.0
// One run: from a checked set-up to the last step.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "cardon/services/driver.hpp"
#include "cardon/services/field_access.hpp"
#include "guards/run_watch.hpp"
#include "loop/checkpoints.hpp"
#include "loop/outputs.hpp"
#include "loop/scalar_reductions.hpp"
#include "loop/step_control.hpp"
#include "loop/step_scalars.hpp"
#include "loop/step_services.hpp"
#include "plan/planner.hpp"
#include "record/run_folder.hpp"
#include "restart/restored_run.hpp"
#include "startup/placed_run.hpp"
#include "startup/run_sequence.hpp"
#include "tuning/tuning_loop.hpp"

namespace cardon {

/// Where the wall-clock time of a rank went besides the driver's own figures.
struct RunClock {
  double evolution = 0;  ///< steps and step services; start-up and output excluded
  double output = 0;
  double tuning = 0;    ///< part of evolution: going over to other settings, waiting for decisions
  double stepping = 0;  ///< part of evolution: evaluations for adaptive steps, copies, waiting
  double checkpoints = 0;  ///< not in evolution: copying fields, waiting for files
};

/// Owns driver and planner and walks the plan. Everything hangs off this object; several may live
/// in one process.
class Simulation {
 public:
  /// With CheckedRun::restart the driver holds what was in the checkpoint. The placed run and the
  /// warnings must outlive it.
  Simulation(const PlacedRun& placed, Warnings& warnings);

  Driver& driver() { return *driver_; }
  FieldAccess& fields() { return fields_; }
  bool is_tuned() const { return tuning_ != nullptr; }
  /// On rank 0 of a run that is tuned, else null.
  TuningJournal* journal() { return tuning_ ? tuning_->journal() : nullptr; }
  /// What tuning has cost this rank; nothing where nothing is tuned.
  SearchCost search_cost() const { return tuning_ ? tuning_->cost() : SearchCost{}; }
  /// Ends what step services and tuner have begun: after the last step, or when all ranks stop at
  /// the same one.
  void conclude();
  const RunClock& clock() const { return clock_; }
  /// Part of RunClock::evolution, but for what came before a checkpoint or at the end.
  const StepServices& services() const { return *services_; }
  /// Timings without those of the initial step.
  Timings evolution_timings() const;
  /// The planner's input for the active links, for print-outs.
  const plan::PlanInput& plan_input() const { return planner_->input(); }

  /// The provenance of the run, as JSON, goes into what is written.
  void open_outputs(const RunFolder& folder, const std::string& provenance) {
    outputs_.open(folder, provenance, earlier_run());
  }
  void close_outputs() { outputs_.close(); }
  const Outputs& outputs() const { return outputs_; }
  /// Step services learn the folder. From here on checkpoints can be written, and the run can be
  /// stopped early. `started`: when the program was, by seconds_now(). `bytes`: that this rank
  /// needs for one.
  void open_checkpoints(const RunFolder& folder, const std::string& provenance, double started,
                        double bytes);
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
  long step();
  bool done() const { return iteration_ >= setup_.max_iterations || step_clock_.at_stop(); }
  long iteration() const { return iteration_; }

 private:
  void run_plan();
  void execute(std::span<const plan::Operation> operations, const StepState& state);
  void make_planner();
  void go_on_from_checkpoint();
  StepView view() const { return {iteration_, step_clock_.time(), done()}; }
  void choose_step();
  bool confirm_steps();
  void go_back();
  void serve_and_write();
  void serve_step();
  /// Steps that were taken, those that were rejected included: never goes back.
  long steps_taken() const { return iteration_ + rejected_; }
  void plan_anew();
  void tune();
  void watch();
  bool wants_checkpoint(const RunWatch::Order& order);
  bool wants_last_checkpoint();
  void save_checkpoint();
  bool is_looked_at() const;
  EarlierRun earlier_run() const;

  const PlacedRun& placed_;
  const CheckedRun& setup_;
  Warnings& warnings_;
  Transport& transport_;
  StepClock step_clock_;
  std::shared_ptr<Driver> driver_;
  FieldAccess& fields_;  // of the driver
  ScalarReductions scalars_;
  StepScalars step_scalars_;
  RunSequence sequence_;
  std::unique_ptr<plan::Planner> planner_;
  plan::Planner::Cursor cursor_;
  const plan::Segment* segment_ = nullptr;
  std::size_t position_ = 0;  // in the segment
  std::unique_ptr<StepServices> services_;
  StepOrder order_;                     // of the services, after the last step
  std::unique_ptr<StepControl> steps_;  // null: fixed steps
  long rejected_ = 0;                   // steps, in this run
  bool went_back_ = false;              // in the last call of step()
  std::unique_ptr<TuningLoop> tuning_;
  Outputs outputs_;
  Checkpoints checkpoints_;
  double checkpoint_bytes_ = 0;
  std::unique_ptr<RunWatch> watch_;
  std::string stopped_;
  RunClock clock_;
  Timings before_evolution_;
  std::optional<RestoredRun> restored_;
  long first_ = 0;
  long iteration_ = -1;  // the last finished; -1 before the initial tasks
};

}  // namespace cardon

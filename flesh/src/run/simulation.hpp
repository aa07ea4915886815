// SPDX-License-Identifier: Apache-2.0
// One run: from a checked set-up to the last step.
#pragma once
#include <memory>
#include <vector>

#include "cardon/services/driver.hpp"
#include "plan/planner.hpp"
#include "run/checkpoints.hpp"
#include "run/health.hpp"
#include "run/outputs.hpp"
#include "run/run_folder.hpp"
#include "run/run_sequence.hpp"
#include "run/run_watch.hpp"
#include "run/scalar_board.hpp"
#include "run/setup.hpp"
#include "tuning/tuning_loop.hpp"

namespace cardon {

/// Where the wall-clock time of a rank went besides the driver's own figures.
struct RunClock {
  double evolution = 0;  ///< steps and health checks; start-up and output excluded
  double output = 0;
  double health = 0;  ///< part of evolution
  double tuning = 0;  ///< part of evolution: going over to other settings, waiting for decisions
  double checkpoints = 0;  ///< not in evolution: copying fields, waiting for files
};

/// Owns driver and planner and walks the plan. Everything hangs off this object; several may live
/// in one process.
class Simulation {
 public:
  /// With Setup::restart the driver holds what was in the checkpoint.
  Simulation(Setup& setup, Transport& transport);

  Driver& driver() { return *driver_; }
  bool is_tuned() const { return tuning_ != nullptr; }
  /// On rank 0 of a run that is tuned, else null.
  TuningJournal* journal() { return tuning_ ? tuning_->journal() : nullptr; }
  /// What tuning has cost this rank; nothing where nothing is tuned.
  SearchCost search_cost() const { return tuning_ ? tuning_->cost() : SearchCost{}; }
  /// Ends what health check and tuner have begun: after the last step, or when all ranks stop at
  /// the same one.
  void conclude();
  const RunClock& clock() const { return clock_; }
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
  /// From here on checkpoints can be written, and the run can be stopped early. `started`: when the
  /// program was, by seconds_now(). `bytes`: that this rank needs for one.
  void open_checkpoints(const RunFolder& folder, const std::string& provenance, double started,
                        double bytes);
  const Checkpoints& checkpoints() const { return checkpoints_; }
  /// The iteration of the checkpoint that this run went on from, of a new run 0.
  long first_iteration() const { return first_; }
  /// Why all ranks stop after this step, before the last one; empty: they do not.
  const std::string& stopped() const { return stopped_; }
  /// Runs the tasks of the next step (the initial ones first), then health check and outputs.
  /// Returns its iteration.
  long step();
  bool done() const { return iteration_ >= setup_.last_iteration; }
  long iteration() const { return iteration_; }

 private:
  void run_plan();
  void make_planner();
  void go_on_from_checkpoint();
  void check_health();
  void tune();
  void watch();
  bool wants_checkpoint(const RunWatch::Order& order);
  bool wants_last_checkpoint();
  void save_checkpoint();
  bool is_looked_at() const;
  EarlierRun earlier_run() const;

  Setup& setup_;
  Transport& transport_;
  std::shared_ptr<Driver> driver_;
  ScalarBoard scalars_;
  RunSequence sequence_;
  std::unique_ptr<plan::Planner> planner_;
  plan::Planner::Cursor cursor_;
  const plan::Segment* segment_ = nullptr;
  std::size_t position_ = 0;  // in the segment
  std::unique_ptr<Health> health_;
  std::unique_ptr<TuningLoop> tuning_;
  Outputs outputs_;
  Checkpoints checkpoints_;
  double checkpoint_bytes_ = 0;
  std::unique_ptr<RunWatch> watch_;
  std::string stopped_;
  RunClock clock_;
  Timings before_evolution_;
  long first_ = 0;
  long iteration_ = -1;  // the last finished; -1 before the initial tasks
};

}  // namespace cardon

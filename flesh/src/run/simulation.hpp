// SPDX-License-Identifier: Apache-2.0
// One run: from a checked set-up to the last step.
#pragma once
#include <memory>
#include <vector>

#include "cardon/services/driver.hpp"
#include "plan/planner.hpp"
#include "run/health.hpp"
#include "run/run_sequence.hpp"
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
};

/// Owns driver and planner and walks the plan. Everything hangs off this object; several may live
/// in one process.
class Simulation {
 public:
  Simulation(Setup& setup, Transport& transport);

  Driver& driver() { return *driver_; }
  /// On rank 0 of a run that is tuned, else null.
  TuningJournal* journal() { return tuning_ ? tuning_->journal() : nullptr; }
  /// Ends what the tuner has begun: after the last step, or when all ranks stop at the same one.
  void close_tuning();
  const RunClock& clock() const { return clock_; }
  /// Timings without those of the initial step.
  Timings evolution_timings() const;
  /// The planner's input for the active links, for print-outs.
  const plan::PlanInput& plan_input() const { return planner_->input(); }

  void open_outputs(const std::filesystem::path& folder);
  /// Runs the tasks of the next step (the initial ones first), then health check and outputs.
  /// Returns its iteration.
  long step();
  bool done() const { return iteration_ >= setup_.last_iteration; }
  long iteration() const { return iteration_; }
  void close_outputs();
  std::size_t bytes_written() const;

 private:
  void run_plan();
  void make_planner();
  void tune();
  bool is_looked_at() const;
  void write(OutputEntry& entry, const std::vector<Real>& scalars);
  void write_due();

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
  RunClock clock_;
  Timings before_evolution_;
  long iteration_ = -1;  // the last finished; -1 before the initial tasks
};

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
// From what a run tells its step services to RunState.
#pragma once
#include <cardon/services/step_service.hpp>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "pace.hpp"
#include "run_state.hpp"

namespace cardon {

/// Of {"a": "0-3,8", "b": "4-7"}, as provenance.json has it.
std::vector<SiteState> sites_of(const nlohmann::ordered_json& json);

/// Where a run stands, step by step.
class RunProgress {
 public:
  /// Sets where the run ends: iterations, simulated time, wall-clock time.
  RunProgress(const StepSetup& setup, RunState& state);
  /// Iteration, times, fraction done, time left. `now`: by seconds_now().
  void advance(RunState& state, const StepView& step, double now);

 private:
  Pace iterations_, times_;
  std::optional<double> start_;  // s, by seconds_now()
  Real first_time_ = 0;
  bool by_time_;  // simulated time says how much is done: steps are adaptive
};

/// Links and activities, by the timings of the driver.
void fill_figures(RunState& state, const Program& program, const Timings& timings);

}  // namespace cardon

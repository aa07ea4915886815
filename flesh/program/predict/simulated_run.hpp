// SPDX-License-Identifier: Apache-2.0
// A run in virtual time, and the tuner that believes in it.
#pragma once
#include <cardon/services/tuner.hpp>
#include <cardon/tuning/tuning_window.hpp>
#include <memory>
#include <string>
#include <vector>

#include "predict/planned_run.hpp"

namespace cardon {

/// A window of steps with one kind of settings, and what the tuner made of it.
struct SimulatedWindow {
  TuningWindow window;
  Prediction outcome;
  Decision decision;  ///< after the window
};

/// Steps take as long as the cost model says when it walks every rank (up to `max_ranks`).
/// Measured figures are those assumed, with small errors.
class SimulatedRun {
 public:
  /// Everything is referred to.
  SimulatedRun(const PlannedRun& run, const MachineEstimate& machine, int max_ranks);

  /// What a step costs with settings.
  Prediction measure(const DriverSettings& settings);
  /// Runs so many steps under the tuner.
  std::vector<SimulatedWindow> tune(const std::string& tuner, long steps);
  /// The virtual time so far, in s.
  double now() const { return now_; }

 private:
  struct Known {
    DriverSettings settings;
    Prediction outcome;
  };
  TuningWindow window(const DriverSettings& settings, const Prediction& outcome, long first,
                      long last, const std::vector<CodecNames>& trials) const;
  MachineEstimate as_measured(const DriverSettings& settings, const Prediction& outcome,
                              const std::vector<CodecNames>& trials) const;
  double go_over(const DriverSettings& from, const DriverSettings& to, double step) const;

  const PlannedRun& run_;
  const MachineEstimate& machine_;
  std::unique_ptr<CostModel> model_;
  std::vector<Known> known_;
  double now_ = 0;
  double spent_ = 0;  // s in changes
};

/// Names of the links of a run, for texts.
std::vector<LinkEnds> link_ends_of(const PlannedRun& run);

}  // namespace cardon

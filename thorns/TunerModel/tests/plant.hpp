// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/tuner.hpp>
#include <functional>
#include <random>
#include <vector>

#include "formula.hpp"
#include "model_run.hpp"

namespace cardon::test {

/// The hidden truth about machine and data, which a tuner only sees through windows.
struct Truth {
  double latency = 0.075;  ///< s
  double bandwidth = 3e6;  ///< byte/s
  bool smooth = true;      ///< data
  std::vector<double> relative_cost{1, 1, 1, 1};
  double moving = 0;  ///< s that points take to their new owners when the grid is cut again
  /// What really happens to the time of a step, whatever the formula says; by settings.
  std::function<double(const DriverSettings&)> lie;
  double noise = 0.01;  ///< relative, of the time of one step
  double outliers = 0;  ///< share of windows with a step that takes much longer
  double bias = 0.03;   ///< by which the formula is wrong, more or less, by settings
  double looking = 0;   ///< s that ranks lose when a window is measured
};

/// A run that is tuned, window by window, without running anything.
class Plant {
 public:
  Plant(const Truth& truth, long steps, unsigned seed = 1);

  TunerSetup setup() const;
  /// Drives the tuner until the run ends or `windows` windows have passed.
  void drive(ModelRun& run, int windows);
  /// s of a step in truth.
  double step(const DriverSettings& settings) const;
  /// The same without Truth::lie.
  double formula_step(const DriverSettings& settings) const;
  /// Of all settings that `freedom` allows.
  double best(const TunableSet& freedom) const;

  Truth truth;
  Formula formula;
  DriverSettings start;
  TunableSet freedom;
  std::vector<CodecNames> chains;
  std::vector<TuningWindow> windows;
  std::vector<Decision> decisions;   ///< decisions[0] is that of the start
  double elapsed = 0, changing = 0;  ///< s
  std::string trace() const;         ///< all windows and decisions, for people
  long changes() const;              ///< times that settings changed
  double now() const { return step(decisions.back().settings); }

 private:
  MachineEstimate true_machine() const;
  MachineEstimate measured(const TuningWindow& window, const std::vector<CodecNames>& trials);
  double gauss() { return normal_(random_); }

  long steps_, done_ = 0;
  std::mt19937 random_;
  std::normal_distribution<double> normal_;
};

}  // namespace cardon::test

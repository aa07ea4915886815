// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <vector>

namespace cardon {

/// Keeps one chip below a temperature by its frequency limit, one step per decision: one step
/// slower if any sensor is above, one step faster if all are below. It knows nothing of other
/// chips, so nobody waits for it (MetaTempController: H. Menon, "Adaptive Load Balancing for HPC
/// Applications", PhD dissertation, University of Illinois, 2016, section 8.4.1).
class ChipControl {
 public:
  /// degC below the temperature at which a chip becomes faster again: without it the limit changes
  /// at every decision.
  static constexpr double dead_band = 1;

  /// `frequencies`: how many limits there are, at least one. `temperature`: degC. Starts without
  /// limit, at the fastest.
  ChipControl(std::size_t frequencies, double temperature);
  /// The step from now on, for what sensors show in degC. Without sensors it stays as it is.
  std::size_t next(const std::vector<double>& temperatures);
  std::size_t step() const { return step_; }
  /// The step from next() could not be set: this one still holds.
  void stay_at(std::size_t step) { step_ = step; }

 private:
  std::size_t fastest_, step_;
  double temperature_;
};

}  // namespace cardon

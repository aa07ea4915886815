// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/machine_estimate.hpp>
#include <functional>
#include <optional>

#include "forecaster.hpp"

namespace cardon::test {

/// A run of four ranks on two sites as a formula: s of a step.
struct Formula {
  double compute = 0.02;     ///< s of a step of a rank if all are alike
  double redundant = 0.008;  ///< share of it that each ghost layer more costs
  double bytes = 200e3;      ///< raw, of a step, each way
  double per_block = 0.004;  ///< share of compute by which each block more costs
  double moving = 0;         ///< s that points take to their new owners
  int max_depth = 24;

  /// Nothing if too deep. Chains that the estimate does not know must not be used.
  std::optional<double> step(const DriverSettings& settings, const MachineEstimate& machine) const;
};

using SettingsVisitor = std::function<void(const DriverSettings&)>;
/// All settings of a search space with this formula. `speeds`: weights besides those of `from`.
void visit_settings(const SearchSpace& space, const DriverSettings& from,
                    const std::vector<double>& speeds, int max_depth, const SettingsVisitor& visit);

class FormulaForecaster : public Forecaster {
 public:
  explicit FormulaForecaster(const Formula& formula) : formula_(formula) {}
  std::optional<Prediction> predict(const DriverSettings& settings,
                                    const MachineEstimate& machine) const override;
  double moving_seconds(const DriverSettings& from, const DriverSettings& to,
                        const MachineEstimate&) const override {
    return same_cut(from, to) ? 0 : formula_.moving;
  }
  SearchResult search(const SearchSpace& space, const MachineEstimate& machine,
                      const DriverSettings& start) const override;

 private:
  Formula formula_;
};

}  // namespace cardon::test

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forecaster.hpp"

namespace cardon {

/// Forecasts by the cost model of the flesh, which must outlive this. A model that contradicts
/// itself on strange figures knows nothing; the run continues with what was measured.
class CostForecaster : public Forecaster {
 public:
  explicit CostForecaster(const CostModel& model) : model_(model) {}
  std::optional<Prediction> predict(const DriverSettings& settings,
                                    const MachineEstimate& machine) const override;
  double moving_seconds(const DriverSettings& from, const DriverSettings& to,
                        const MachineEstimate& machine) const override {
    return model_.moving_seconds(from, to, machine);
  }
  SearchResult search(const SearchSpace& space, const MachineEstimate& machine,
                      const DriverSettings& start) const override;

 private:
  const CostModel& model_;
};

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/search.hpp>
#include <optional>

namespace cardon {

/// Says what settings will cost, and looks for good ones.
class Forecaster {
 public:
  virtual ~Forecaster() = default;
  /// As CostModel::predict.
  virtual std::optional<Prediction> predict(const DriverSettings& settings,
                                            const MachineEstimate& machine) const = 0;
  /// As CostModel::moving_seconds.
  virtual double moving_seconds(const DriverSettings& from, const DriverSettings& to,
                                const MachineEstimate& machine) const = 0;
  /// As search_settings.
  virtual SearchResult search(const SearchSpace& space, const MachineEstimate& machine,
                              const DriverSettings& start) const = 0;
};

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "cost_forecaster.hpp"

namespace cardon {

std::optional<Prediction> CostForecaster::predict(const DriverSettings& settings,
                                                  const MachineEstimate& machine) const {
  return model_.predict(settings, machine);
}

SearchResult CostForecaster::search(const SearchSpace& space, const MachineEstimate& machine,
                                    const DriverSettings& start) const {
  return search_settings(model_, space, machine, start);
}

}  // namespace cardon

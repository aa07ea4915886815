// SPDX-License-Identifier: Apache-2.0
#include "cost_forecaster.hpp"

namespace cardon {

std::optional<Prediction> CostForecaster::predict(const DriverSettings& settings,
                                                  const MachineEstimate& machine) const {
  try {
    return model_.predict(settings, machine);
  } catch (const Bug&) {
    return {};
  }
}

SearchResult CostForecaster::search(const SearchSpace& space, const MachineEstimate& machine,
                                    const DriverSettings& start) const {
  try {
    return search_settings(model_, space, machine, start);
  } catch (const Bug&) {
    SearchResult nothing;
    nothing.start.settings = nothing.best.settings = start;
    return nothing;
  }
}

}  // namespace cardon

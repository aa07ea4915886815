// SPDX-License-Identifier: Apache-2.0
#include "loop/placement_checks.hpp"

#include <algorithm>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/step_service.hpp>

namespace cardon {

std::vector<Problem> placement_problems(const ServiceCatalogue& catalogue,
                                        const std::vector<std::string>& sections,
                                        const ParameterSet& parameters, RankPlacement placement) {
  placement.make_service = [&](std::string_view role, std::string_view name,
                               const Location& where) {
    return catalogue.require(role, name, where).service.make();
  };
  std::vector<Problem> all;
  for (const auto* entry : catalogue.of_role(role_name<StepService>)) {
    const std::string& section = entry->service.section;
    if (std::find(sections.begin(), sections.end(), section) == sections.end()) continue;
    const auto service = catalogue.make<StepService>(entry->service.name);
    const auto* check = dynamic_cast<const PlacementCheck*>(service.get());
    if (check == nullptr) continue;
    try {
      const std::vector<Problem> problems = check->check_placement(parameters, placement);
      all.insert(all.end(), problems.begin(), problems.end());
    } catch (const Error& error) {
      all.insert(all.end(), error.problems().begin(), error.problems().end());
    }
  }
  return all;
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "startup/error_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cardon {
namespace {

int free_register(const std::vector<Stage>& stages) {
  int largest = 0;
  for (const Stage& stage : stages)
    for (const auto* updates : {&stage.updates, &stage.after_implicit})
      for (const StageUpdate& update : *updates) largest = std::max(largest, update.target);
  return largest + 1;
}

// "set time.integrator: a or b, or ", empty if no integrator estimates its errors.
std::string others_with_estimate(const ServiceCatalogue& catalogue) {
  std::vector<std::string> names;
  for (const ServiceCatalogue::Entry* entry : catalogue.of_role(role_name<Integrator>)) {
    const auto integrator = catalogue.make<Integrator>(entry->service.name);
    if (!integrator->embedded().weights.empty()) names.push_back(entry->service.name);
  }
  return names.empty() ? "" : fmt::format("set time.integrator: {}, or ", fmt::join(names, " or "));
}

}  // namespace

bool follows_errors(const ParameterSet& parameters) {
  return parameters.get<std::string>("time.adaptive", "by") == "errors";
}

void add_estimate(const EmbeddedMethod& method, const Location& where,
                  const ServiceCatalogue& catalogue, ScheduleInput& input,
                  std::vector<Problem>& problems) {
  std::vector<Stage>& stages = input.stages;
  if (method.weights.empty()) {
    problems.push_back(
        {.slug = "time/no-estimate",
         .message = fmt::format("the integrator {} does not estimate its errors", input.integrator),
         .where = where,
         .notes = {"time.adaptive.by: errors needs an embedded pair of two orders"},
         .help = fmt::format("{}set time.adaptive.by: limits", others_with_estimate(catalogue))});
    return;
  }
  input.error_register = free_register(stages);
  if (method.weights.size() > stages.size() && method.weights.back() != 0)
    stages.push_back({.time = 1});
  bool begun = false;
  for (std::size_t s = 0; s < stages.size(); ++s) {
    if (method.weights[s] == 0) continue;
    StageUpdate gather{input.error_register, {}, method.weights[s]};
    if (begun) gather.terms = {{input.error_register, 1}};
    stages[s].updates.push_back(gather);
    begun = true;
  }
}

}  // namespace cardon

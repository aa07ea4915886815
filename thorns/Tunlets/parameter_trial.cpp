// SPDX-License-Identifier: Apache-2.0
#include "parameter_trial.hpp"

#include <vector>

namespace cardon {

ParameterName parameter_name(const std::string& text) {
  if (const std::size_t colons = text.find("::"); colons != std::string::npos)
    return {text.substr(0, colons), text.substr(colons + 2)};
  const std::size_t dot = text.rfind('.');
  if (dot == std::string::npos) return {"", text};
  return {text.substr(0, dot), text.substr(dot + 1)};
}

ParameterTrial try_parameter(const ParameterSet& parameters, const std::string& name,
                             const std::string& value) {
  ParameterInput input;
  input.add_override(name + "=" + value);
  std::vector<Problem> problems;
  const ParameterSet tried = resolve_parameters(parameters.registry(), input, problems);
  ParameterTrial trial;
  // Others are about what this input leaves out.
  for (const Problem& problem : problems) {
    if (!problem.where.known()) continue;
    trial.problem = problem;
    trial.problem->where = {};
    return trial;
  }
  const auto [section, word] = parameter_name(name);
  if (!tried.instances(section).empty()) trial.value = tried.section(section).at(word).value;
  return trial;
}

}  // namespace cardon

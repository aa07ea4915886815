// SPDX-License-Identifier: Apache-2.0
#include "icn.hpp"

#include <cardon/services/parameter_set.hpp>

namespace cardon::integrators {

std::vector<Stage> Icn::table(int iterations) {
  constexpr int u = 0, old = 1;
  std::vector<Stage> stages{{0, {{old, {{u, 1}}, 0}, {u, {{u, 1}}, 0.5}}}};
  for (int i = 1; i < iterations; ++i) stages.push_back({0.5, {{u, {{old, 1}}, 0.5}}});
  stages.push_back({0.5, {{u, {{old, 1}}, 1}}});
  return stages;
}

std::vector<Stage> Icn::stages(const ParameterSet& parameters) const {
  return table(parameters.get(section, icn_iterations));
}

}  // namespace cardon::integrators

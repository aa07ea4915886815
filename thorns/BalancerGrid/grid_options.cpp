// SPDX-License-Identifier: Apache-2.0
#include "grid_options.hpp"

#include <cardon/services/balancer.hpp>
#include <cardon/services/parameter_set.hpp>

namespace cardon {

GridOptions grid_options(const BalancerSetup& setup) {
  if (setup.parameters == nullptr) return {};
  namespace p = grid_parameters;
  const auto get = [&](const auto& parameter) {
    return setup.parameters->get(p::section, parameter);
  };
  return {.tolerance = get(p::tolerance),
          .by_count = get(p::rank_rule) == "count",
          .seeds = get(p::placing) == "seed",
          .weigh_sites_by_work = get(p::site_weights) == "work",
          .edges = get(p::edges) == "bytes" ? EdgeMeasure::bytes : EdgeMeasure::messages,
          .partitioner = std::string(get(p::partitioner))};
}

}  // namespace cardon

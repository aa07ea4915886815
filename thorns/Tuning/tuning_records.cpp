// SPDX-License-Identifier: Apache-2.0
#include "tuning_records.hpp"

#include <nlohmann/json.hpp>

namespace cardon {
namespace {

using nlohmann::json;

json links_json(const TuningWindow& window, const std::vector<LinkEnds>& links) {
  json result = json::object();
  for (std::size_t n = 0; n < links.size() && n < window.machine.links.size(); ++n) {
    const LinkEstimate& link = window.machine.links[n];
    result[links[n].name] = {{"latency", estimate_json(link.latency)},
                             {"bandwidth", estimate_json(link.bandwidth)},
                             {"queueing", estimate_json(link.queueing)},
                             {"exposed_seconds_per_step", link.exposed},
                             {"ratio", {link.ratio[0], link.ratio[1]}}};
  }
  return result;
}

}  // namespace

json estimate_json(const Estimate& estimate) {
  if (!estimate.known()) return nullptr;
  return {{"value", estimate.value}, {"error", estimate.error}};
}

json window_json(const TuningWindow& window, const std::vector<LinkEnds>& links) {
  return {{"first", window.first},
          {"last", window.last},
          {"seconds_per_step", estimate_json(window.seconds_per_step)},
          {"efficiency", window.efficiency},
          {"imbalance", window.imbalance},
          {"links", links_json(window, links)}};
}

}  // namespace cardon

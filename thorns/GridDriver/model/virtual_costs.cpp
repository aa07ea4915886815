// SPDX-License-Identifier: Apache-2.0
#include "virtual_costs.hpp"

#include <algorithm>
#include <cardon/kit/grid/face_points.hpp>
#include <cardon/kit/tuning/possible_costs.hpp>
#include <cardon/tuning/search.hpp>

namespace cardon::model {
namespace {

// Of a chain that nobody tried only the ratio of what was sent is known.
VirtualCosts::Way way_of(const MachineEstimate& machine, int link, int direction,
                         const CodecNames& chain) {
  if (chain.empty()) return {};
  if (const CodecEstimate* known = find_chain(machine, link, direction, chain))
    return {known->ratio.value, known->encode.value, known->decode.value};
  const auto n = std::size_t(link);
  return {n < machine.links.size() ? machine.links[n].ratio[direction] : 1, 0, 0};
}

void check(const VirtualCosts& costs) {
  std::vector<double> all = costs.task_seconds;
  for (const auto& more : {costs.call_seconds, costs.face_seconds, costs.relative_cost})
    all.insert(all.end(), more.begin(), more.end());
  for (const VirtualCosts::Link& link : costs.links) {
    all.insert(all.end(), {link.latency, link.bandwidth});
    for (const VirtualCosts::Way& way : link.way)
      all.insert(all.end(), {way.ratio, 1 / way.ratio, way.encode, way.decode});
  }
  all.insert(all.end(), {costs.between_calls, costs.pack, costs.near_pack, costs.message,
                         costs.intra_latency, costs.intra_bandwidth});
  require_possible(all);
}

double entry(const std::vector<double>& values, int n) {
  return std::size_t(n) < values.size() ? values[std::size_t(n)] : 0;
}

}  // namespace

double VirtualCosts::seconds_of(int task, const Box& box, int dimensions) const {
  if (box.empty()) return 0;
  return entry(task_seconds, task) * double(box.points()) + entry(call_seconds, task) +
         entry(face_seconds, task) * double(face_points(box, dimensions)) + between_calls;
}

VirtualCosts virtual_costs(const DriverSettings& settings, const MachineEstimate& machine,
                           std::size_t ranks, bool naive) {
  VirtualCosts costs;
  costs.task_seconds = machine.task_seconds;
  costs.call_seconds = machine.call_seconds;
  costs.face_seconds = machine.face_seconds;
  costs.between_calls = machine.between_calls;
  costs.relative_cost.assign(ranks, 1);
  for (std::size_t r = 0; r < std::min(ranks, machine.relative_cost.size()); ++r)
    if (machine.relative_cost[r].known()) costs.relative_cost[r] = machine.relative_cost[r].value;
  for (std::size_t l = 0; l < settings.links.size(); ++l) {
    VirtualCosts::Link& link = costs.links.emplace_back();
    if (l < machine.links.size()) {
      link.latency = machine.links[l].latency.value;
      link.bandwidth = machine.links[l].bandwidth.known() ? machine.links[l].bandwidth.value : 0;
    }
    for (const int d : {0, 1})
      link.way[d] = way_of(machine, int(l), d, settings.links[l].codecs[d]);
  }
  costs.pack = machine.pack;
  costs.near_pack = machine.near_pack > 0 ? machine.near_pack : machine.pack;
  costs.message = machine.message;
  costs.intra_latency = machine.intra_latency;
  costs.intra_bandwidth = machine.intra_bandwidth;
  costs.overlap = settings.overlap;
  costs.naive = naive;
  check(costs);
  return costs;
}

}  // namespace cardon::model

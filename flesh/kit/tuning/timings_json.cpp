// SPDX-License-Identifier: Apache-2.0
#include "tuning/timings_json.hpp"

#include <nlohmann/json.hpp>

namespace cardon {

using nlohmann::json;

json timings_json(const Timings& timings) {
  json tasks = json::array(), links = json::array();
  for (const TaskTimings& k : timings.tasks)
    tasks.push_back({k.calls, k.points, k.needed_points, k.faces, k.compute, k.boundary});
  for (const LinkTimings& l : timings.links)
    links.push_back({l.name, l.depth, l.codec, l.lossless, l.exchanges, l.messages, l.bytes_raw,
                     l.bytes_sent, l.pack, l.poll, l.wait, l.unpack, l.copy, l.flight, l.exposed,
                     l.pieces, l.bytes_local});
  return {tasks, links};
}

Timings timings_from_json(const json& j) {
  Timings t;
  for (const json& k : j.at(0)) t.tasks.push_back({k[0], k[1], k[2], k[3], k[4], k[5]});
  for (const json& l : j.at(1))
    t.links.push_back({l[0], l[1], l[2], l[3], l[4], l[5], l[6], l[7], l[8], l[9], l[10], l[11],
                       l[12], l[13], l[14], l[15], l[16]});
  return t;
}

}  // namespace cardon

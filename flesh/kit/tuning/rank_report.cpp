// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/tuning/rank_report.hpp>
#include <nlohmann/json.hpp>

#include "tuning/timings_json.hpp"

namespace cardon {

Timings difference(const Timings& now, const Timings& baseline) {
  Timings t = now;
  for (std::size_t i = 0; i < baseline.tasks.size(); ++i) {
    const TaskTimings& b = baseline.tasks[i];
    TaskTimings& k = t.tasks[i];
    k = {k.calls - b.calls, k.points - b.points,   k.needed_points - b.needed_points,
         k.faces - b.faces, k.compute - b.compute, k.boundary - b.boundary};
  }
  for (std::size_t i = 0; i < baseline.links.size(); ++i) {
    const LinkTimings& b = baseline.links[i];
    LinkTimings& l = t.links[i];
    l.exchanges -= b.exchanges;
    l.messages -= b.messages;
    l.bytes_raw -= b.bytes_raw;
    l.bytes_sent -= b.bytes_sent;
    l.pack -= b.pack;
    l.poll -= b.poll;
    l.wait -= b.wait;
    l.unpack -= b.unpack;
    l.copy -= b.copy;
    l.flight -= b.flight;
    l.exposed -= b.exposed;
    l.pieces -= b.pieces;
    l.bytes_local -= b.bytes_local;
  }
  return t;
}

std::vector<Timings> gather_timings(const Timings& mine, Transport& transport) {
  const std::vector<std::uint8_t> packed = nlohmann::json::to_msgpack(timings_json(mine));
  std::vector<std::byte> bytes(reinterpret_cast<const std::byte*>(packed.data()),
                               reinterpret_cast<const std::byte*>(packed.data() + packed.size()));
  std::vector<Timings> all;
  for (const std::vector<std::byte>& theirs : transport.all_gather(bytes)) {
    const auto* first = reinterpret_cast<const std::uint8_t*>(theirs.data());
    all.push_back(timings_from_json(nlohmann::json::from_msgpack(first, first + theirs.size())));
  }
  return all;
}

double measured_seconds(const Timings& t) {
  double sum = work_seconds(t);
  for (const LinkTimings& l : t.links) sum += exchange_seconds(l);
  return sum;
}

double work_seconds(const Timings& t) {
  double sum = 0;
  for (const TaskTimings& k : t.tasks) sum += k.compute + k.boundary;
  return sum;
}

double exchange_seconds(const LinkTimings& l) {
  return l.pack + l.poll + l.wait + l.unpack + l.copy;
}

double compute_seconds(const Timings& t) {
  double sum = 0;
  for (const TaskTimings& k : t.tasks) sum += k.compute;
  return sum;
}

long computed_points(const Timings& t) {
  long sum = 0;
  for (const TaskTimings& k : t.tasks) sum += k.points;
  return sum;
}

long needed_points(const Timings& t) {
  long sum = 0;
  for (const TaskTimings& k : t.tasks) sum += k.needed_points;
  return sum;
}

double needed_seconds(const std::vector<Timings>& ranks) {
  double sum = 0;
  for (const Timings& t : ranks)
    if (const double computed = double(computed_points(t)); computed > 0)
      sum += compute_seconds(t) * double(needed_points(t)) / computed;
  return sum / double(ranks.size());
}

double imbalance(const std::vector<Timings>& ranks) {
  double max_seconds = 0, sum = 0;
  for (const Timings& t : ranks) {
    max_seconds = std::max(max_seconds, compute_seconds(t));
    sum += compute_seconds(t);
  }
  return sum > 0 ? max_seconds * double(ranks.size()) / sum : 1;
}

double efficiency(const std::vector<Timings>& ranks, double elapsed) {
  double speed = 0, needed = 0;
  for (const Timings& t : ranks) {
    needed += double(needed_points(t));
    if (const double seconds = compute_seconds(t); seconds > 0)
      speed += double(computed_points(t)) / seconds;
  }
  return speed > 0 && elapsed > 0 ? needed / speed / elapsed : 0;
}

}  // namespace cardon

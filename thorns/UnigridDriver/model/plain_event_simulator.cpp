// SPDX-License-Identifier: Apache-2.0
#include "plain_event_simulator.hpp"

#include <algorithm>
#include <cardon/kit/tuning/possible_costs.hpp>
#include <cardon/thorn/error.hpp>

#include "virtual_rank.hpp"

namespace cardon::unigrid {
namespace {

void check(const MachineEstimate& costs) {
  std::vector<double> all = costs.task_seconds;
  for (const auto& more : {costs.call_seconds, costs.face_seconds})
    all.insert(all.end(), more.begin(), more.end());
  for (const Estimate& relative : costs.relative_cost) all.push_back(relative.value);
  for (const LinkEstimate& link : costs.links)
    all.insert(all.end(), {link.latency.value, link.bandwidth.value});
  all.insert(all.end(), {costs.between_calls, costs.pack, costs.near_pack, costs.message,
                         costs.intra_latency, costs.intra_bandwidth});
  require_possible(all);
}

}  // namespace

PlainEventSimulator::PlainEventSimulator(const VirtualSetup& setup, const MachineEstimate& costs,
                                         bool overlap)
    : setup_(setup), costs_(costs), overlap_(overlap) {
  check(costs);
  for (int rank = 0; rank < setup.layout->blocks(); ++rank) ranks_.emplace_back(*this, rank);
  mail_.resize(ranks_.size());
  for (auto& busy : busy_) busy.assign(costs.links.size(), 0);
}

PlainEventSimulator::~PlainEventSimulator() = default;

void PlainEventSimulator::run_to(long step, bool together) {
  const long now = ranks_.front().steps();
  for (long next = together ? now + 1 : step; next <= step; ++next) {
    for (bool any = true; any;) {
      any = false;
      for (VirtualRank& rank : ranks_) any = rank.run_to(next) || any;
    }
    if (std::any_of(ranks_.begin(), ranks_.end(),
                    [next](const VirtualRank& rank) { return rank.steps() < next; }))
      throw Bug("the ranks of a virtual run wait for each other");
    if (!together) continue;
    double last = 0;
    for (const VirtualRank& rank : ranks_) last = std::max(last, rank.now());
    for (VirtualRank& rank : ranks_) rank.wait_until(last);
  }
}

double PlainEventSimulator::finished(long step) const {
  double last = 0;
  for (const VirtualRank& rank : ranks_) last = std::max(last, rank.finished(step));
  return last;
}

PlainEventSimulator::Mail PlainEventSimulator::mail(int rank, long exchange) const {
  const auto& all = mail_[std::size_t(rank)];
  const auto found = all.find(exchange);
  return found == all.end() ? Mail{} : found->second;
}

void PlainEventSimulator::post(int from, int to, long exchange, double bytes, double time) {
  Mail& mail = mail_[std::size_t(to)][exchange];
  mail.messages += 1;
  mail.latest = std::max(mail.latest, arrival(from, to, bytes, time));
}

// Between sites a message takes the links of the chain one after the other, and waits where one is
// busy.
double PlainEventSimulator::arrival(int from, int to, double bytes, double time) {
  const int start = setup_.site_of_rank[std::size_t(from)],
            end = setup_.site_of_rank[std::size_t(to)];
  if (start == end) {
    const double seconds = costs_.intra_bandwidth > 0 ? bytes / costs_.intra_bandwidth : 0;
    return time + costs_.intra_latency + seconds;
  }
  const int step = start < end ? 1 : -1;
  for (int site = start; site != end; site += step) {
    const auto link = std::size_t(std::min(site, site + step));
    if (link >= costs_.links.size()) continue;
    const LinkEstimate& estimate = costs_.links[link];
    double& busy = busy_[step > 0 ? 0 : 1][link];
    const bool limited = estimate.bandwidth.known() && estimate.bandwidth.value > 0;
    busy = std::max(time, busy) + (limited ? bytes / estimate.bandwidth.value : 0);
    time = (limited ? busy : time) + estimate.latency.value;
  }
  return time;
}

}  // namespace cardon::unigrid

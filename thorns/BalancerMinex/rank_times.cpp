// SPDX-License-Identifier: Apache-2.0
#include "rank_times.hpp"

#include <algorithm>

namespace cardon {

RankTimes::RankTimes(const BalanceProblem& problem, Placement placement)
    : problem_(problem),
      placement_(std::move(placement)),
      neighbours_(problem.blocks.size()),
      loads_(problem.ranks.size()),
      from_site_(problem.ranks.size() * std::size_t(problem.sites), 0.0),
      times_(problem.ranks.size(), 0.0),
      is_touched_(problem.ranks.size(), 0) {
  for (const BlockEdge& e : problem.edges) {
    neighbours_[std::size_t(e.from)].push_back({e.to, 0, 0, e.messages, e.bytes});
    neighbours_[std::size_t(e.to)].push_back({e.from, e.messages, e.bytes, 0, 0});
    add_message(placement_[std::size_t(e.from)], placement_[std::size_t(e.to)], e.messages, e.bytes,
                1);
  }
  for (std::size_t b = 0; b < placement_.size(); ++b) {
    Load& load = loads_[std::size_t(placement_[b])];
    load.work += problem.blocks[b].work;
    ++load.blocks;
    add_state(int(b), 1);
  }
  touched_.clear();
  std::fill(is_touched_.begin(), is_touched_.end(), 0);
  for (std::size_t r = 0; r < times_.size(); ++r) {
    times_[r] = predicted(int(r));
    if (!problem.ranks[r].available) continue;
    ++available_;
    order_.insert(times_[r]);
    total_ += times_[r];
    squares_ += times_[r] * times_[r];
  }
}

void RankTimes::add_message(int from, int to, double messages, double bytes, double sign) {
  if (from == to) return;
  const int a = problem_.ranks[std::size_t(from)].site, b = problem_.ranks[std::size_t(to)].site;
  const double ends = messages * problem_.message_seconds + bytes * problem_.packing_seconds;
  loads_[std::size_t(from)].ends += sign * ends;
  loads_[std::size_t(to)].ends += sign * ends;
  loads_[std::size_t(to)].transfer += sign * bytes * problem_.link(a, b).seconds_per_byte;
  from_site_[std::size_t(to * problem_.sites + a)] += sign * messages;
  touch(from);
  touch(to);
}

void RankTimes::add_edges(int block, double sign) {
  const int rank = placement_[std::size_t(block)];
  for (const Neighbour& n : neighbours_[std::size_t(block)]) {
    const int other = placement_[std::size_t(n.block)];
    if (n.in_messages > 0) add_message(other, rank, n.in_messages, n.in_bytes, sign);
    if (n.out_messages > 0) add_message(rank, other, n.out_messages, n.out_bytes, sign);
  }
}

// The state has to leave its home and to arrive, once in the horizon.
void RankTimes::add_state(int block, double sign) {
  const int home = problem_.blocks[std::size_t(block)].rank, rank = placement_[std::size_t(block)];
  if (home == rank) return;
  const PairCost link =
      problem_.link(problem_.ranks[std::size_t(home)].site, problem_.ranks[std::size_t(rank)].site);
  const double bytes = problem_.blocks[std::size_t(block)].bytes;
  for (const int r : {home, rank}) {
    loads_[std::size_t(r)].moving +=
        sign * bytes *
        (link.seconds_per_byte + problem_.packing_seconds / problem_.ranks[std::size_t(r)].speed);
    touch(r);
  }
}

double RankTimes::predicted(int rank) const {
  const Load& load = loads_[std::size_t(rank)];
  const RankLoad& r = problem_.ranks[std::size_t(rank)];
  const double busy = r.background + (load.work + load.ends) / r.speed;
  const double moving = load.moving / std::max(1.0, problem_.horizon);
  double latency = 0;
  constexpr double none = 1e-9;  // sums and differences of messages leave rounding errors
  for (int s = 0; s < problem_.sites; ++s)
    if (from_site_[std::size_t(rank * problem_.sites + s)] > none)
      latency = std::max(latency, problem_.link(s, r.site).latency);
  const double wait = latency + load.transfer;
  if (wait <= 0 || load.blocks == 0) return busy + moving;
  return moving + (problem_.overlap ? std::max(busy, wait + busy / load.blocks) : busy + wait);
}

void RankTimes::touch(int rank) {
  char& is_touched = is_touched_[std::size_t(rank)];
  if (is_touched == 0) touched_.push_back(rank);
  is_touched = 1;
}

void RankTimes::update() {
  std::sort(touched_.begin(), touched_.end());  // sums are the same in any order of messages
  for (const int r : touched_) {
    is_touched_[std::size_t(r)] = 0;
    double& time = times_[std::size_t(r)];
    const double now = predicted(r);
    if (problem_.ranks[std::size_t(r)].available) {
      order_.erase(order_.find(time));
      order_.insert(now);
      total_ += now - time;
      squares_ += now * now - time * time;
    }
    time = now;
  }
  touched_.clear();
}

void RankTimes::move(int block, int rank) {
  const int from = placement_[std::size_t(block)];
  if (from == rank) return;
  const double work = problem_.blocks[std::size_t(block)].work;
  add_edges(block, -1);
  add_state(block, -1);
  loads_[std::size_t(from)].work -= work;
  --loads_[std::size_t(from)].blocks;
  placement_[std::size_t(block)] = rank;
  loads_[std::size_t(rank)].work += work;
  ++loads_[std::size_t(rank)].blocks;
  add_edges(block, 1);
  add_state(block, 1);
  touch(from);
  touch(rank);
  update();
}

TimeSummary RankTimes::summary() const {
  if (available_ == 0) return {};
  return {*order_.rbegin(), *order_.begin(), total_, squares_ - total_ * total_ / available_};
}

}  // namespace cardon

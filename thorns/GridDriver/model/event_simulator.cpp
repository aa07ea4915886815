// SPDX-License-Identifier: Apache-2.0
#include "event_simulator.hpp"

#include <algorithm>
#include <cardon/kit/codec/piece_header.hpp>
#include <cardon/kit/grid/rank_order.hpp>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <limits>
#include <utility>

namespace cardon::model {
namespace {

// Steps behind the goal that are begun at most: where nothing takes time, and nobody waits, a rank
// would never come to an end.
constexpr long overshoot = 100;

}  // namespace

EventSimulator::EventSimulator(const SimulatedDecomposition& cut, const VirtualCosts& costs)
    : cut_(cut), costs_(costs), busy_(costs.links.size()) {
  walks_.reserve(cut.blocks.size());
  for (const VirtualBlock& block : cut.blocks) walks_.emplace_back(*this, cut, block, costs);
  ranks_.resize(cut.ranks.size());
  for (std::size_t n = 0; n < ranks_.size(); ++n) {
    const VirtualRank& rank = cut.ranks[n];
    ranks_[n].ready = rank_order::ReadyQueue(costs.priorities);
    ranks_[n].blocks =
        std::span(walks_).subspan(std::size_t(rank.blocks.front()), rank.blocks.size());
    double most = 0;
    for (const int like : rank.like_it)
      most = std::max(most, cut.work[std::size_t(like)] * costs.relative_cost_of(like));
    const double own = cut.work[std::size_t(rank.rank)];
    ranks_[n].factor = own > 0 ? most / own : 1;
    schedule(int(n), 0);
  }
}

void EventSimulator::run_to(long steps) {
  goal_ = std::max(goal_, steps);
  for (std::size_t n = 0; n < ranks_.size(); ++n)
    if (ranks_[n].rests) schedule(int(n), ranks_[n].now);
  const auto all = ranks_.size();
  while (done_.size() <= std::size_t(steps) || done_[std::size_t(steps)] < all) {
    if (events_queue_.empty()) throw Bug("in a virtual run all ranks wait for each other");
    const Event event = events_queue_.top();
    events_queue_.pop();
    Rank& rank = this->rank(event.rank);
    if (rank.scheduled != event.time) continue;
    rank.scheduled = -1;
    go_on(event.rank, event.time);
  }
}

void EventSimulator::record(std::size_t number, std::vector<OrderPiece>& pieces, Taken taken) {
  Rank& rank = ranks_[number];
  for (VirtualBlockScheduler& walk : rank.blocks) walk.record_in(pieces, walk.block().block);
  rank.taken = std::move(taken);
}

void EventSimulator::schedule(int number, double time) {
  Rank& rank = this->rank(number);
  if (rank.scheduled >= 0 && rank.scheduled <= time) return;
  rank.scheduled = time;
  events_queue_.push({time, number});
}

// Does the most urgent thing that takes time.
void EventSimulator::go_on(int number, double time) {
  Rank& rank = this->rank(number);
  rank.idle = false;
  end_tiles(number, time);
  double now = time;
  while (true) {
    now = take_arrivals(rank, now);
    append(number);
    const auto block = rank.ready.next(rank.blocks, costs_.overlap, rank.end);
    if (block == rank.blocks.end()) break;
    ++events_;
    if (block->computing() && block->next() == VirtualBlockScheduler::Next::compute) {
      rank.tiles = {&*block, now, block->row()};
      if (rank.tiles.end() > now) return schedule(number, rank.tiles.end());
      end_tiles(number, now);
      continue;
    }
    const double after = block->advance(now, tiles(rank, *block));
    if (block->count_steps()) finish_steps(number, after);
    if (after > now) return schedule(number, after);
  }
  rank.idle = true;
  rank.now = now;
  if (!rank.arrivals.empty()) schedule(number, std::max(now, rank.arrivals.top().time));
}

// Those of the row that are computed by now: an arrival ends it behind a tile.
void EventSimulator::end_tiles(int number, double time) {
  Rank& rank = this->rank(number);
  const TileRow row = std::exchange(rank.tiles, {});
  if (row.block == nullptr) return;
  const bool all = time >= row.end();
  row.block->take_together(all ? row.row.tiles
                               : int(std::lround((time - row.begin) / row.row.each)));
  row.block->advance(row.begin, 1);
  if (row.block->count_steps()) finish_steps(number, time);
}

double EventSimulator::take_arrivals(Rank& rank, double time) {
  double now = time;
  while (!rank.arrivals.empty() && rank.arrivals.top().time <= now) {
    const Arrival arrival = rank.arrivals.top();
    rank.arrivals.pop();
    ++events_;
    now += arrival.cost;
    rank.shares.exchange += arrival.cost;
    now = walk(arrival.block).take(arrival.link, arrival.exchange, now);
    if (rank.taken) rank.taken(arrival.from, walk(arrival.block).block().block, arrival.link > 0);
  }
  return now;
}

// Hands the rank more of the plan, as a run does.
void EventSimulator::append(int number) {
  Rank& rank = this->rank(number);
  while (rank_order::wants_more(rank.blocks, costs_.overlap, rank.end, rank.lag)) {
    rank.rests = rank.steps > goal_ + overshoot || is_over(rank);
    if (rank.rests) return;
    if (costs_.together && waits_for_others(rank)) return;
    const long end = end_of_hand_over(rank);
    rank.lag = rank_order::allowed_lag(rank.blocks.size(), end - rank.end);
    rank.end = end;
  }
}

bool EventSimulator::is_over(const Rank& rank) const {
  return last_ >= 0 && rank.end == rank.blocks.front().block().plan->end_of_step(last_);
}

// With tiles, operations are gathered.
long EventSimulator::end_of_hand_over(const Rank& rank) const {
  const VirtualBlockScheduler& block = rank.blocks.front();
  const VirtualPlan& plan = *block.block().plan;
  long end = plan.batch_end(rank.end);
  if (!costs_.tiles || costs_.together || rank.end < plan.end_of_step(0)) return end;
  if (cut_.layout->blocks() == 1) return end_of_steps(plan, rank.end);
  for (long steps = 0;; end = plan.batch_end(end)) {
    const bool whole = plan.at(end - 1).ends_step;
    steps += whole;
    if (last_ >= 0 && end == plan.end_of_step(last_)) return end;
    const VirtualOperation& next = plan.at(end);
    const bool sends =
        next.kind == plan::Operation::Kind::exchange && !block.moves_nothing(next.link);
    if (rank_order::hands_over(sends, whole ? steps : 0, rank_order::max_steps_together))
      return end;
  }
}

// As many steps as a rank gathers, or all that are left.
long EventSimulator::end_of_steps(const VirtualPlan& plan, long from) const {
  long first = 1;
  while (plan.end_of_step(first) <= from) ++first;
  for (long gathered = 1; last_ < 0 || first + gathered <= last_; ++gathered)
    if (const long steps = rank_order::steps_to_hand_over(gathered, costs_.tile_steps, true))
      return plan.end_of_step(first + steps - 1);
  return plan.end_of_step(last_);
}

// At the end of a step that not all ranks have finished.
bool EventSimulator::waits_for_others(const Rank& rank) const {
  const VirtualPlan& plan = *rank.blocks.front().block().plan;
  return rank.steps >= 0 && plan.at(rank.end - 1).ends_step &&
         done_[std::size_t(rank.steps)] < ranks_.size();
}

int EventSimulator::tiles(const Rank& rank, const VirtualBlockScheduler& walk) {
  const long ahead = walk.task_ahead();
  return ahead < 0 ? 1
                   : rank_order::tiles(walk.seconds_of(ahead), walk.pending(), rank.blocks.size());
}

double EventSimulator::send(const VirtualBlock& sender, const VirtualRoute& route, int link,
                            long exchange, double time) {
  const bool wide = route.way == VirtualRoute::Way::wide;
  double now = time + route.bytes * (wide ? costs_.pack : costs_.near_pack);
  Arrival arrival{now, sender.block, route.to, link, exchange, 0};
  if (wide) return send_wide(sender, route, arrival, now);
  if (route.way == VirtualRoute::Way::site) {
    now += costs_.message;
    arrival.cost = costs_.message;
    arrival.time = now + costs_.intra_latency;
    if (costs_.intra_bandwidth > 0) arrival.time += route.bytes / costs_.intra_bandwidth;
  }
  arrive(arrival);
  return now;
}

// Pieces leave as soon as they are encoded, and queue for the link.
double EventSimulator::send_wide(const VirtualBlock& sender, const VirtualRoute& route,
                                 Arrival arrival, double time) {
  const int wide = sender.links[std::size_t(arrival.link) - 1];
  const VirtualBlock& receiver = cut_.blocks[std::size_t(route.to)];
  const std::size_t direction = sender.slab < receiver.slab ? 0 : 1;
  // The receiver counts links by its own plan.
  const auto place = std::find(receiver.links.begin(), receiver.links.end(), wide);
  arrival.link = int(place - receiver.links.begin()) + 1;
  const VirtualCosts::Link& link = costs_.links[std::size_t(wide)];
  const VirtualCosts::Way& way = link.way[direction];
  const double share = cut_.share[std::size_t(wide)][direction];
  double& busy = busy_[std::size_t(wide)][direction];
  const int parts = parts_of(route);
  const double bytes = route.bytes / parts, pieces = double(route.pieces) / parts;
  const double sent = bytes / way.ratio + pieces * double(PieceHeader::size);
  const double work = pieces * costs_.message;
  arrival.cost = work + bytes * way.decode;
  double now = time;
  for (int part = 0; part < parts; ++part) {
    now += work + bytes * way.encode;
    const double seconds = link.bandwidth > 0 ? sent / (link.bandwidth * share) : 0;
    if (costs_.naive) {
      now += pieces * link.latency + (link.bandwidth > 0 ? sent / link.bandwidth : 0);
      arrival.time = now;
    } else {
      busy = std::max(now, busy) + seconds;
      arrival.time = busy + link.latency;
    }
    arrive(arrival);
  }
  return now;
}

void EventSimulator::arrive(const Arrival& arrival) {
  if (!std::isfinite(arrival.time)) throw Bug("a cost of a virtual run is not a number");
  const int number = walk(arrival.block).block().rank;
  Rank& rank = this->rank(number);
  rank.arrivals.push(arrival);
  if (rank.idle) return schedule(number, arrival.time);
  if (rank.tiles.block == nullptr || arrival.time >= rank.tiles.end()) return;
  const double tiles = std::ceil((arrival.time - rank.tiles.begin) / rank.tiles.row.each);
  schedule(number, rank.tiles.after(std::max(1, int(tiles))));
}

void EventSimulator::finish_steps(int number, double time) {
  Rank& rank = this->rank(number);
  long steps = std::numeric_limits<long>::max();
  for (const VirtualBlockScheduler& walk : rank.blocks) steps = std::min(steps, walk.steps());
  for (; rank.steps < steps; ++rank.steps) {
    const auto step = std::size_t(rank.steps + 1);
    rank.at_step.push_back(rank.shares);
    if (done_.size() <= step) done_.resize(step + 1);
    if (finished_.size() <= step) finished_.resize(step + 1);
    ++done_[step];
    finished_[step] = std::max(finished_[step], time);
    if (!costs_.together || done_[step] < ranks_.size()) continue;
    for (std::size_t n = 0; n < ranks_.size(); ++n)
      if (ranks_[n].idle) schedule(int(n), finished_[step]);
  }
}

}  // namespace cardon::model

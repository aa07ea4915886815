// SPDX-License-Identifier: Apache-2.0
#include "model/event_simulator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cardon/kit/codec/piece_header.hpp"
#include "cardon/thorn/error.hpp"

namespace cardon::model {
namespace {

using Kind = plan::Operation::Kind;

// As the executor: steps by which blocks may run ahead of each other.
constexpr long lead_steps = 4;
// Pieces of a task between which a rank with several blocks looks for more urgent work.
constexpr int tiles = 4;
// Steps behind the goal that are begun at most: where nothing takes time, and nobody waits, a rank
// would never come to an end.
constexpr long overshoot = 100;

}  // namespace

bool EventSimulator::Walk::pending() const {
  return std::any_of(exchanges.begin(), exchanges.end(), [](auto& e) { return e.pending; });
}

bool EventSimulator::Walk::feeds_wide_link() const {
  return std::any_of(exchanges.begin() + 1, exchanges.end(), [](auto& e) { return e.moves_data; });
}

EventSimulator::EventSimulator(const SimulatedDecomposition& cut, const VirtualCosts& costs)
    : cut_(cut), costs_(costs), busy_(costs.links.size()) {
  for (const VirtualBlock& block : cut.blocks) {
    Walk& walk = walks_.emplace_back();
    walk.block = &block;
    walk.exchanges.resize(block.links.size() + 1);
  }
  ranks_.resize(cut.ranks.size());
  for (std::size_t n = 0; n < ranks_.size(); ++n) {
    const VirtualRank& rank = cut.ranks[n];
    double most = 0;
    for (const int like : rank.like_it)
      most = std::max(most, cut.work[std::size_t(like)] * costs.relative_cost_of(like));
    const double own = cut.work[std::size_t(rank.rank)];
    ranks_[n].factor = own > 0 ? most / own : 1;
    schedule(static_cast<int>(n), 0);
  }
}

void EventSimulator::run_to(long steps) {
  goal_ = std::max(goal_, steps);
  for (std::size_t n = 0; n < ranks_.size(); ++n)
    if (ranks_[n].rests) schedule(static_cast<int>(n), ranks_[n].now);
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
  const double now = take_arrivals(rank, time);
  while (true) {
    append(number);
    const int block = most_urgent(number, slowest(number));
    if (block < 0) break;
    ++events_;
    const bool ends_step = !walk(block).computing &&
                           walk(block).block->plan->at(walk(block).position).kind == Kind::step_end;
    const double after = advance(block, now);
    if (ends_step) finish_steps(number, now);
    if (after > now) return schedule(number, after);
  }
  rank.idle = true;
  rank.now = now;
  if (!rank.arrivals.empty()) schedule(number, std::max(now, rank.arrivals.top().time));
}

double EventSimulator::take_arrivals(Rank& rank, double time) {
  double now = time;
  while (!rank.arrivals.empty() && rank.arrivals.top().time <= now) {
    const Arrival arrival = rank.arrivals.top();
    rank.arrivals.pop();
    ++events_;
    now += arrival.cost;
    rank.shares.exchange += arrival.cost;
    Walk& walk = this->walk(arrival.block);
    Exchange& exchange = walk.exchanges[std::size_t(arrival.link)];
    if (exchange.got.size() <= std::size_t(arrival.exchange))
      exchange.got.resize(std::size_t(arrival.exchange) + 1);
    ++exchange.got[std::size_t(arrival.exchange)];
    complete(rank, exchange, now);
  }
  return now;
}

// Unpacks if everything is there.
void EventSimulator::complete(Rank& rank, Exchange& exchange, double& time) {
  const auto current = std::size_t(exchange.started - 1);
  if (!exchange.pending || exchange.got.size() <= current) return;
  if (exchange.got[current] < exchange.expected) return;
  exchange.pending = false;
  time += exchange.unpack;
  rank.shares.exchange += exchange.unpack;
}

// Hands the rank more of the plan, as the run calls RankExecutor::execute.
void EventSimulator::append(int number) {
  Rank& rank = this->rank(number);
  const std::vector<int>& blocks = cut_.ranks[std::size_t(number)].blocks;
  const VirtualPlan& plan = *walk(blocks.front()).block->plan;
  const auto is_idle = [&](int b) { return next(walk(b), rank.end) == Next::nothing; };
  const auto is_done = [&](int b) { return is_idle(b) && !walk(b).pending(); };
  while (costs_.overlap ? std::any_of(blocks.begin(), blocks.end(), is_idle) &&
                              slowest(number) >= rank.end - rank.behind
                        : std::all_of(blocks.begin(), blocks.end(), is_done)) {
    rank.rests = rank.steps > goal_ + overshoot;
    if (rank.rests) return;
    if (costs_.together && waits_for_others(number)) return;
    const long end = plan.batch_end(rank.end);
    rank.behind = blocks.size() > 1 ? lead_steps * (end - rank.end) : 0;
    rank.end = end;
  }
}

// At the end of a step that not all ranks have finished.
bool EventSimulator::waits_for_others(int number) const {
  const Rank& rank = ranks_[std::size_t(number)];
  const VirtualBlock& block =
      cut_.blocks[std::size_t(cut_.ranks[std::size_t(number)].blocks.front())];
  return rank.steps >= 0 && block.plan->at(rank.end - 1).kind == Kind::step_end &&
         done_[std::size_t(rank.steps)] < ranks_.size();
}

long EventSimulator::slowest(int number) const {
  long position = ranks_[std::size_t(number)].end;
  for (const int b : cut_.ranks[std::size_t(number)].blocks)
    position = std::min(position, walks_[std::size_t(b)].position);
  return position;
}

EventSimulator::Next EventSimulator::next(const Walk& walk, long end) const {
  if (walk.computing) {
    if (walk.core_tiles > 0) return Next::compute;
    if (walk.pending()) return Next::wait;
    return walk.postponed != nullptr ? Next::exchange : Next::compute;
  }
  if (walk.position == end) return Next::nothing;
  const VirtualOperation& operation = walk.block->plan->at(walk.position);
  if (operation.kind == Kind::boundary) return walk.pending() ? Next::wait : Next::compute;
  if (operation.kind != Kind::exchange) return Next::compute;
  if (may_exchange(walk, operation.link)) return Next::exchange;
  return costs_.overlap && operation.link == 0 && operation.ahead ? Next::compute : Next::wait;
}

bool EventSimulator::may_exchange(const Walk& walk, int link) {
  return link == 0 ? !walk.pending() : !walk.exchanges[std::size_t(link)].pending;
}

bool EventSimulator::may_run(int number, const Walk& walk, Next next, long slowest) const {
  if (next == Next::nothing || next == Next::wait) return false;
  if (costs_.overlap) return true;
  if (walk.position > slowest) return false;
  const std::vector<int>& blocks = cut_.ranks[std::size_t(number)].blocks;
  return std::none_of(blocks.begin(), blocks.end(), [&](int b) {
    const Walk& other = walks_[std::size_t(b)];
    return next == Next::exchange ? other.computing : other.pending();
  });
}

int EventSimulator::most_urgent(int number, long slowest) const {
  int best = -1;
  bool best_feeds = false;
  const long end = ranks_[std::size_t(number)].end;
  for (const int b : cut_.ranks[std::size_t(number)].blocks) {
    const Walk& walk = walks_[std::size_t(b)];
    if (!may_run(number, walk, next(walk, end), slowest)) continue;
    const bool feeds = walk.feeds_wide_link();
    if (best < 0 || (feeds && !best_feeds) ||
        (feeds == best_feeds && walk.position < walks_[std::size_t(best)].position)) {
      best = b;
      best_feeds = feeds;
    }
  }
  return best;
}

double EventSimulator::advance(int block, double time) {
  Walk& walk = this->walk(block);
  if (walk.computing) return continue_task(block, time);
  const VirtualOperation& operation = walk.block->plan->at(walk.position);
  switch (operation.kind) {
    case Kind::compute:
      begin_task(walk);
      return time;
    case Kind::exchange:
      ++walk.position;
      if (may_exchange(walk, operation.link)) return start_exchange(block, operation, time);
      walk.postponed = &operation;
      begin_task(walk);
      return time;
    case Kind::step_end:
      ++walk.steps;
      ++walk.position;
      return time;
    default:
      ++walk.position;
      return time;
  }
}

// The core can be computed now, the shell when nothing is pending.
void EventSimulator::begin_task(Walk& walk) {
  const VirtualBlock& block = *walk.block;
  const VirtualOperation& operation = block.plan->at(walk.position);
  Rank& rank = this->rank(block.rank);
  for (++walk.position; walk.position < rank.end; ++walk.position) {
    const VirtualOperation& boundary = block.plan->at(walk.position);
    if (boundary.kind != Kind::boundary || !boundary.fused) break;
  }
  const Box& region = block.regions[std::size_t(operation.region)];
  const double per_point = costs_.task_seconds[std::size_t(operation.task)] * rank.factor;
  const bool waits = walk.postponed != nullptr || walk.pending();
  const double all = double(region.points()) * per_point;
  const double now = waits ? double(core(walk, region, operation.task).points()) * per_point : all;
  walk.core_tiles = now <= 0                                                ? 0
                    : cut_.ranks[std::size_t(block.rank)].blocks.size() > 1 ? tiles
                                                                            : 1;
  walk.core_tile = walk.core_tiles > 0 ? now / walk.core_tiles : 0;
  walk.shell = all - now;
  walk.computing = all > 0 || walk.postponed != nullptr;
}

// As BlockExecutor: what neither reads nor writes points which are on their way.
Box EventSimulator::core(const Walk& walk, const Box& region, int task) const {
  const Layout& layout = *cut_.layout;
  const int b = walk.block->block;
  const Index3& radius = cut_.radius[std::size_t(task)];
  const Box& tile = layout.tile(b);
  const bool block = walk.postponed != nullptr || walk.exchanges.front().pending;
  Box box = region;
  for (int d = 0; d < layout.grid().dimensions; ++d) {
    const int r = radius[std::size_t(d)];
    if (block && layout.has_neighbour(b, d, false)) box.lo[d] = std::max(box.lo[d], tile.lo[d] + r);
    if (block && layout.has_neighbour(b, d, true)) box.hi[d] = std::min(box.hi[d], tile.hi[d] - r);
    if (d != layout.axis()) continue;
    const Slab& slab = layout.slab(walk.block->slab);
    for (std::size_t n = 1; n < walk.exchanges.size(); ++n) {
      if (!walk.exchanges[n].pending) continue;
      const int link = walk.block->links[n - 1];
      if (slab.links[0] == link) box.lo[d] = std::max(box.lo[d], slab.core.lo[d] + r);
      if (slab.links[1] == link) box.hi[d] = std::min(box.hi[d], slab.core.hi[d] - r);
    }
  }
  return box;
}

double EventSimulator::continue_task(int number, double time) {
  Walk& walk = this->walk(number);
  double spent = 0;
  if (walk.core_tiles > 0) {
    --walk.core_tiles;
    spent = walk.core_tile;
  } else if (walk.postponed != nullptr) {
    const VirtualOperation& exchange = *walk.postponed;
    walk.postponed = nullptr;
    walk.computing = walk.shell > 0;
    return start_exchange(number, exchange, time);
  } else {
    spent = walk.shell;
    walk.shell = 0;
  }
  walk.computing = walk.core_tiles > 0 || walk.shell > 0 || walk.postponed != nullptr;
  rank(walk.block->rank).shares.compute += spent;
  return time + spent;
}

double EventSimulator::start_exchange(int number, const VirtualOperation& operation, double time) {
  Walk& walk = this->walk(number);
  Rank& rank = this->rank(walk.block->rank);
  Exchange& exchange = walk.exchanges[std::size_t(operation.link)];
  const VirtualScheme& pattern = walk.block->patterns[std::size_t(operation.pattern)];
  const long current = exchange.started++;
  exchange.expected = pattern.expected;
  exchange.unpack = pattern.unpack * costs_.pack;
  exchange.moves_data = pattern.expected > 0 || !pattern.sends.empty();
  exchange.pending = pattern.expected > 0;
  double now = time;
  for (const VirtualRoute& route : pattern.sends)
    now = send(walk, route, operation.link, current, now);
  rank.shares.exchange += now - time;
  complete(rank, exchange, now);
  return now;
}

double EventSimulator::send(const Walk& walk, const VirtualRoute& route, int link, long exchange,
                            double time) {
  double now = time + route.bytes * costs_.pack;
  Arrival arrival{now, route.to, link, exchange, 0};
  if (route.way == VirtualRoute::Way::wide) return send_wide(walk, route, arrival, now);
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
double EventSimulator::send_wide(const Walk& walk, const VirtualRoute& route, Arrival arrival,
                                 double time) {
  const int wide = walk.block->links[std::size_t(arrival.link) - 1];
  const VirtualBlock& receiver = cut_.blocks[std::size_t(route.to)];
  const std::size_t direction = walk.block->slab < receiver.slab ? 0 : 1;
  // The receiver counts links by its own plan.
  const auto place = std::find(receiver.links.begin(), receiver.links.end(), wide);
  arrival.link = static_cast<int>(place - receiver.links.begin()) + 1;
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
  const int number = walk(arrival.block).block->rank;
  Rank& rank = this->rank(number);
  rank.arrivals.push(arrival);
  if (rank.idle) schedule(number, arrival.time);
}

void EventSimulator::finish_steps(int number, double time) {
  Rank& rank = this->rank(number);
  long steps = std::numeric_limits<long>::max();
  for (const int b : cut_.ranks[std::size_t(number)].blocks) steps = std::min(steps, walk(b).steps);
  for (; rank.steps < steps; ++rank.steps) {
    const auto step = std::size_t(rank.steps + 1);
    rank.at_step.push_back(rank.shares);
    if (done_.size() <= step) done_.resize(step + 1);
    if (finished_.size() <= step) finished_.resize(step + 1);
    ++done_[step];
    finished_[step] = std::max(finished_[step], time);
    if (!costs_.together || done_[step] < ranks_.size()) continue;
    for (std::size_t n = 0; n < ranks_.size(); ++n)
      if (ranks_[n].idle) schedule(static_cast<int>(n), finished_[step]);
  }
}

}  // namespace cardon::model

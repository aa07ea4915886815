// SPDX-License-Identifier: Apache-2.0
#include "balance/driver_steps.hpp"

#include <algorithm>
#include <cardon/kit/grid/block_order.hpp>
#include <cardon/thorn/error.hpp>
#include <functional>
#include <queue>
#include <span>

namespace cardon {
namespace {

/// What BlockOrder asks of an operation.
struct StepOperation {
  plan::Operation::Kind kind = plan::Operation::Kind::compute;
  int link = -1;
};

// A step of every block: what goes to other sites leaves first.
constexpr int near_link = 0, wide_link = 1;
constexpr StepOperation step_operations[] = {{plan::Operation::Kind::exchange, wide_link},
                                             {plan::Operation::Kind::exchange, near_link},
                                             {plan::Operation::Kind::compute, -1},
                                             {plan::Operation::Kind::step_end, -1}};
constexpr long operations_of_step = std::size(step_operations);

class StepsInDriverOrder;

class GraphWalk : public BlockOrder<GraphWalk, StepOperation> {
 public:
  GraphWalk(StepsInDriverOrder& run, int number, double seconds)
      : run_(run), number_(number), seconds_(seconds) {}

  void add_edge(int link, const BlockEdge& edge) { exchanges_[link].sends.push_back(&edge); }
  void expect(int link) { ++exchanges_[link].expected; }
  int number() const { return number_; }
  double seconds() const { return seconds_; }
  bool has_priority() const { return false; }
  /// A message of its neighbour's exchange `number` is there.
  void take(int link, long number);

  // For BlockOrder.
  const StepOperation& operation(long position) const {
    return step_operations[position % operations_of_step];
  }
  long end() const;
  bool overlap() const;
  int links() const { return 2; }
  bool is_pending(int link) const {
    const Exchange& exchange = exchanges_[link];
    return exchange.started > 0 && exchange.got[(exchange.started - 1) % 2] < exchange.expected;
  }
  bool moves_data(int link) const { return exchanges_[link].expected > 0; }
  bool moves_nothing(int link) const;
  bool leaves_alone(long, long) const { return true; }
  bool fuses(long, long) const { return false; }
  bool core_left() const { return core_.tiles > 0; }
  bool done() const { return core_.tiles == 0 && shell_.tiles == 0; }
  bool makes_segments() const { return false; }
  bool joins(long) const { return false; }
  long segment_limit(long) const { return end(); }
  bool fits(long, long) const { return false; }
  double begin(long task, long end, bool postponed, double start, int min_tiles);
  double begin_segment(long, long, double start, int) { return start; }
  double compute_tile(double start);
  double start_exchange(const StepOperation& exchange, double start);
  double fill_boundary(long, double start) { return start; }
  double rotate(long, double start) { return start; }
  double end_step(long position, double start);

 private:
  struct Exchange {
    std::vector<const BlockEdge*> sends;
    int expected = 0;
    long started = 0;
    int got[2] = {0, 0};  // of the last exchange and the next, by number
  };
  struct Tiles {
    int tiles = 0;
    double each = 0;  // s
  };
  StepsInDriverOrder& run_;
  int number_;
  double seconds_;
  Exchange exchanges_[2];
  Tiles core_, shell_;
};

class StepsInDriverOrder {
 public:
  StepsInDriverOrder(const BalanceProblem& problem, const Placement& placement,
                     const DriverOrder& order);
  double run();

  const DriverOrder& order() const { return order_; }
  bool overlap() const { return p_.overlap; }
  bool moves_nothing(int link) const { return !used_[link]; }
  long end_of(int block) const { return ranks_[rank_of(block)].end; }
  /// When the sender has sent it.
  double send(const BlockEdge& edge, int link, long exchange, double time);
  void finish_step(long step, double time);

 private:
  struct Arrival {
    double time;
    long number;  // of equal times the first one is first
    int block, link;
    long exchange;
    double cost;  // s of the receiver
    bool operator>(const Arrival& other) const {
      return time != other.time ? time > other.time : number > other.number;
    }
  };
  struct Rank {
    std::span<GraphWalk> blocks;
    rank_order::ReadyQueue ready;
    long end = 0, lag = 0;
    double free = 0;        // until when it is busy
    double scheduled = -1;  // time of its next event; negative: none
    std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> arrivals;
  };
  using Event = std::pair<double, std::size_t>;  // time and rank

  std::size_t rank_of(int block) const { return std::size_t(placement_[std::size_t(block)]); }
  void place_blocks();
  void connect_blocks();
  void schedule(std::size_t rank, double time);
  void continue_rank(std::size_t rank, double time);
  double take_arrivals(Rank& rank, double time);
  void hand_over(Rank& rank) const;

  const BalanceProblem& p_;
  const Placement& placement_;
  DriverOrder order_;
  std::vector<GraphWalk> walks_;  // by rank
  std::vector<std::size_t> walk_of_;
  std::vector<Rank> ranks_;
  bool used_[2] = {false, false};
  std::vector<double> busy_;  // until when links are, as BalanceProblem::links
  std::vector<double> finished_;
  std::vector<std::size_t> done_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  long next_ = 0;
};

void GraphWalk::take(int link, long number) { ++exchanges_[link].got[number % 2]; }

long GraphWalk::end() const { return run_.end_of(number_); }

bool GraphWalk::overlap() const { return run_.overlap(); }

bool GraphWalk::moves_nothing(int link) const { return run_.moves_nothing(link); }

// The core can be computed now, the rest when nothing is pending.
double GraphWalk::begin(long, long, bool postponed, double start, int min_tiles) {
  const double core = postponed || pending() ? run_.order().core : 0;
  const auto tiles = [&](double share) {
    if (share <= 0) return Tiles{};
    const int pieces = std::max(1, int(share * min_tiles));
    return Tiles{pieces, share * seconds_ / pieces};
  };
  core_ = tiles(core);
  shell_ = tiles(1 - core);
  return start;
}

double GraphWalk::compute_tile(double start) {
  Tiles& part = core_.tiles > 0 ? core_ : shell_;
  --part.tiles;
  return start + part.each;
}

double GraphWalk::start_exchange(const StepOperation& operation, double start) {
  Exchange& exchange = exchanges_[operation.link];
  const long current = exchange.started++;
  exchange.got[exchange.started % 2] = 0;
  double now = start;
  for (const BlockEdge* edge : exchange.sends) now = run_.send(*edge, operation.link, current, now);
  return now;
}

double GraphWalk::end_step(long position, double start) {
  run_.finish_step(position / operations_of_step, start);
  return start;
}

StepsInDriverOrder::StepsInDriverOrder(const BalanceProblem& problem, const Placement& placement,
                                       const DriverOrder& order)
    : p_(problem),
      placement_(placement),
      order_(order),
      walk_of_(problem.blocks.size()),
      ranks_(problem.ranks.size()),
      busy_(problem.links.size()),
      finished_(std::size_t(order.steps) + 1),
      done_(finished_.size()) {
  place_blocks();
  connect_blocks();
}

void StepsInDriverOrder::place_blocks() {
  std::vector<std::vector<int>> owned(ranks_.size());
  for (std::size_t b = 0; b < placement_.size(); ++b) owned[rank_of(int(b))].push_back(int(b));
  walks_.reserve(placement_.size());
  for (std::size_t r = 0; r < ranks_.size(); ++r) {
    const std::size_t first = walks_.size();
    for (const int block : owned[r]) {
      walk_of_[std::size_t(block)] = walks_.size();
      walks_.emplace_back(*this, block, p_.blocks[std::size_t(block)].work / p_.ranks[r].speed);
    }
    ranks_[r].blocks = std::span(walks_).subspan(first);
    ranks_[r].ready = rank_order::ReadyQueue(order_.priorities);
    if (!owned[r].empty()) schedule(r, p_.ranks[r].background);
  }
}

void StepsInDriverOrder::connect_blocks() {
  for (const BlockEdge& edge : p_.edges) {
    const bool wide = p_.ranks[rank_of(edge.from)].site != p_.ranks[rank_of(edge.to)].site;
    const int link = wide ? wide_link : near_link;
    walks_[walk_of_[std::size_t(edge.from)]].add_edge(link, edge);
    walks_[walk_of_[std::size_t(edge.to)]].expect(link);
    used_[link] = true;
  }
}

double StepsInDriverOrder::run() {
  while (!events_.empty()) {
    const auto [time, rank] = events_.top();
    events_.pop();
    if (ranks_[rank].scheduled != time) continue;
    ranks_[rank].scheduled = -1;
    continue_rank(rank, time);
  }
  if (done_.back() != walks_.size()) throw Bug("blocks of a simulation wait for each other");
  const auto first = std::size_t(order_.steps / 5);
  return (finished_.back() - finished_[first]) / double(order_.steps - long(first));
}

void StepsInDriverOrder::schedule(std::size_t number, double time) {
  Rank& rank = ranks_[number];
  if (rank.scheduled >= 0 && rank.scheduled <= time) return;
  rank.scheduled = time;
  events_.push({time, number});
}

// Does the most urgent thing that takes time.
void StepsInDriverOrder::continue_rank(std::size_t number, double time) {
  Rank& rank = ranks_[number];
  double now = std::max(time, rank.free);
  while (true) {
    now = take_arrivals(rank, now);
    hand_over(rank);
    const auto block = rank.ready.next(rank.blocks, p_.overlap, rank.end);
    if (block == rank.blocks.end()) break;
    const bool travelling = block->pending();
    const double after =
        block->advance(now, rank_order::tiles(block->seconds(), travelling, rank.blocks.size()));
    rank.free = after;
    if (after > now) return schedule(number, after);
  }
  rank.free = now;
  if (!rank.arrivals.empty()) schedule(number, std::max(now, rank.arrivals.top().time));
}

double StepsInDriverOrder::take_arrivals(Rank& rank, double time) {
  double now = time;
  while (!rank.arrivals.empty() && rank.arrivals.top().time <= now) {
    const Arrival arrival = rank.arrivals.top();
    rank.arrivals.pop();
    now += arrival.cost;
    walks_[walk_of_[std::size_t(arrival.block)]].take(arrival.link, arrival.exchange);
  }
  return now;
}

// A step at a time, as runs hand over plans in which every step exchanges.
void StepsInDriverOrder::hand_over(Rank& rank) const {
  const long all = (order_.steps + 1) * operations_of_step;
  while (rank.end < all && rank_order::wants_more(rank.blocks, p_.overlap, rank.end, rank.lag)) {
    rank.end += operations_of_step;
    rank.lag = rank_order::allowed_lag(rank.blocks.size(), operations_of_step);
  }
}

double StepsInDriverOrder::send(const BlockEdge& edge, int link, long exchange, double time) {
  const std::size_t from = rank_of(edge.from), to = rank_of(edge.to);
  double now = time, cost = 0, there = time;
  if (from != to) {
    const double end = edge.messages * p_.message_seconds + edge.bytes * p_.packing_seconds;
    now += end / p_.ranks[from].speed;
    cost = end / p_.ranks[to].speed;
    const int a = p_.ranks[from].site, b = p_.ranks[to].site;
    const PairCost way = p_.link(a, b);
    double leaves = now + edge.bytes * way.seconds_per_byte;
    if (a != b && !busy_.empty()) {
      double& busy = busy_[std::size_t(a * p_.sites + b)];
      leaves = busy = std::max(now, busy) + edge.bytes * way.seconds_per_byte;
    }
    there = leaves + way.latency;
  }
  ranks_[to].arrivals.push({there, next_++, edge.to, link, exchange, cost});
  schedule(to, std::max(there, ranks_[to].free));
  return now;
}

void StepsInDriverOrder::finish_step(long step, double time) {
  const auto n = std::size_t(step);
  finished_[n] = std::max(finished_[n], time);
  ++done_[n];
}

}  // namespace

double driver_steps(const BalanceProblem& problem, const Placement& placement,
                    const DriverOrder& order) {
  return StepsInDriverOrder(problem, placement, order).run();
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <functional>
#include <queue>
#include <span>
#include <vector>

#include "virtual_block_scheduler.hpp"

namespace cardon::model {

/// Processor time of a rank since the run began, in s.
struct VirtualShares {
  double compute = 0, exchange = 0;
};

/// Blocks walk their plans in the order of BlockOrder and rank_order, as those of the grid driver
/// do, in virtual time: an event queue of ranks that can continue. Nothing is computed. Each rank
/// is one processor; messages over a link queue for its bandwidth, and travel for its latency.
class EventSimulator {
 public:
  /// Both are referred to.
  EventSimulator(const SimulatedDecomposition& cut, const VirtualCosts& costs);
  EventSimulator(const EventSimulator&) = delete;
  EventSimulator& operator=(const EventSimulator&) = delete;

  /// Goes on until every rank has finished `steps` steps, the initial one not counted. Throws Bug
  /// if all ranks wait for each other.
  void run_to(long steps);
  /// The plan ends with a step, as that of a run does; by default it is endless. Before run_to().
  void end_at(long step) { last_ = step; }
  /// When all ranks had finished so many steps.
  double finished(long steps) const { return finished_[std::size_t(steps)]; }
  /// What a rank had done by then.
  const VirtualShares& shares(std::size_t rank, long steps) const {
    return ranks_[rank].at_step[std::size_t(steps)];
  }
  /// Records the order of a rank, and calls `taken` when it takes a message from one block to
  /// another over a wide link or within the site; for tests.
  using Taken = std::function<void(int from, int to, bool wide)>;
  void record(std::size_t rank, std::vector<OrderPiece>& pieces, Taken taken);
  const std::vector<VirtualBlockScheduler>& blocks() const { return walks_; }
  /// Operations and arrivals so far, for figures of speed.
  long events() const { return events_; }

 private:
  friend class VirtualBlockScheduler;
  struct Arrival {
    double time = 0;
    int from = 0, block = 0, link = 0;  // blocks: numbers here
    long exchange = 0;
    double cost = 0;  // s of the receiver
    bool operator>(const Arrival& other) const { return time > other.time; }
  };
  // Tiles that a rank computes one after the other, with a look at the messages behind each.
  struct TileRow {
    VirtualBlockScheduler* block = nullptr;  // null: none
    double begin = 0;
    VirtualBlockScheduler::Row row;
    double after(int tiles) const { return begin + tiles * row.each; }
    double end() const { return after(row.tiles); }
  };
  struct Rank {
    std::span<VirtualBlockScheduler> blocks;
    rank_order::ReadyQueue ready;
    double scheduled = -1;  // time of its next event; < 0: none
    bool idle = false;
    bool rests = false;  // far behind the goal
    TileRow tiles;
    double now = 0;         // until when it was busy
    long end = 0, lag = 0;  // of the operations it was given; see rank_order
    long steps = -1;
    double factor = 1;  // s per s of a rank of usual speed
    VirtualShares shares;
    std::vector<VirtualShares> at_step;
    Taken taken;  // may be empty
    std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> arrivals;
  };
  struct Event {
    double time = 0;
    int rank = 0;
    bool operator>(const Event& other) const {
      return time != other.time ? time > other.time : rank > other.rank;
    }
  };

  VirtualBlockScheduler& walk(int block) { return walks_[std::size_t(block)]; }
  Rank& rank(int number) { return ranks_[std::size_t(number)]; }
  Rank& rank_of(const VirtualBlockScheduler& walk) { return rank(walk.block().rank); }
  void schedule(int rank, double time);
  void go_on(int rank, double time);
  void end_tiles(int rank, double time);
  double take_arrivals(Rank& rank, double time);
  void append(int rank);
  bool is_over(const Rank& rank) const;
  long end_of_hand_over(const Rank& rank) const;
  long end_of_steps(const VirtualPlan& plan, long from) const;
  bool waits_for_others(const Rank& rank) const;
  static int tiles(const Rank& rank, const VirtualBlockScheduler& walk);
  double send(const VirtualBlock& sender, const VirtualRoute& route, int link, long exchange,
              double time);
  double send_wide(const VirtualBlock& sender, const VirtualRoute& route, Arrival arrival,
                   double time);
  void arrive(const Arrival& arrival);
  void finish_steps(int rank, double time);

  const SimulatedDecomposition& cut_;
  const VirtualCosts& costs_;
  std::vector<VirtualBlockScheduler> walks_;
  std::vector<Rank> ranks_;
  std::vector<std::array<double, 2>> busy_;  // when a link is free again, by direction
  std::vector<double> finished_;
  std::vector<std::size_t> done_;  // ranks that have finished a step
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_queue_;
  long events_ = 0;
  long goal_ = 0;   // steps
  long last_ = -1;  // step; -1: there is none
};

}  // namespace cardon::model

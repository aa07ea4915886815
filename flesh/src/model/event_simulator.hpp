// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <queue>
#include <vector>

#include "model/simulated_decomposition.hpp"
#include "model/virtual_costs.hpp"

namespace cardon::model {

/// Processor time of a rank since the run began, in s.
struct VirtualShares {
  double compute = 0, exchange = 0;
};

/// Blocks walk their plans with the rules of the grid driver's executor, in virtual time: an event
/// queue of ranks that can continue. Nothing is computed. Each rank is one processor; messages over
/// a link queue for its bandwidth, and travel for its latency.
class EventSimulator {
 public:
  /// Both are referred to.
  EventSimulator(const SimulatedDecomposition& cut, const VirtualCosts& costs);

  /// Goes on until every rank has finished `steps` steps, the initial one not counted. Throws Bug
  /// if all ranks wait for each other.
  void run_to(long steps);
  /// When all ranks had finished so many steps.
  double finished(long steps) const { return finished_[static_cast<std::size_t>(steps)]; }
  /// What a rank had done by then.
  const VirtualShares& shares(std::size_t rank, long steps) const {
    return ranks_[rank].at_step[static_cast<std::size_t>(steps)];
  }
  /// Operations and arrivals so far, for figures of speed.
  long events() const { return events_; }

 private:
  enum class Next { nothing, wait, exchange, compute };
  struct Exchange {  // of a block on a link of its plan
    bool pending = false;
    bool moves_data = false;
    long started = 0;      // exchanges, of which the last is the current one
    std::vector<int> got;  // arrivals by number of the exchange
    int expected = 0;
    double unpack = 0;
  };
  struct Walk {
    const VirtualBlock* block = nullptr;
    long position = 0;
    long steps = -1;  // finished
    bool computing = false;
    int core_tiles = 0;
    double core_tile = 0, shell = 0;  // s
    const VirtualOperation* postponed = nullptr;
    std::vector<Exchange> exchanges;  // by link of the plan
    bool pending() const;
    bool feeds_wide_link() const;
  };
  struct Arrival {
    double time = 0;
    int block = 0, link = 0;
    long exchange = 0;
    double cost = 0;  // s of the receiver
    bool operator>(const Arrival& other) const { return time > other.time; }
  };
  struct Rank {
    double scheduled = -1;  // time of its next event; < 0: none
    bool idle = false;
    bool rests = false;        // far behind the goal
    double now = 0;            // until when it was busy
    long end = 0, behind = 0;  // of the operations it was given; see RankExecutor
    long steps = -1;
    double factor = 1;  // s per s of a rank of usual speed
    VirtualShares shares;
    std::vector<VirtualShares> at_step;
    std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> arrivals;
  };
  struct Event {
    double time = 0;
    int rank = 0;
    bool operator>(const Event& other) const {
      return time != other.time ? time > other.time : rank > other.rank;
    }
  };

  Walk& walk(int block) { return walks_[static_cast<std::size_t>(block)]; }
  Rank& rank(int number) { return ranks_[static_cast<std::size_t>(number)]; }
  void schedule(int rank, double time);
  void go_on(int rank, double time);
  double take_arrivals(Rank& rank, double time);
  static void complete(Rank& rank, Exchange& exchange, double& time);
  void append(int rank);
  bool waits_for_others(int rank) const;
  Next next(const Walk& walk, long end) const;
  static bool may_exchange(const Walk& walk, int link);
  bool may_run(int rank, const Walk& walk, Next next, long slowest) const;
  int most_urgent(int rank, long slowest) const;
  long slowest(int rank) const;
  double advance(int block, double time);
  void begin_task(Walk& walk);
  double continue_task(int block, double time);
  double start_exchange(int block, const VirtualOperation& operation, double time);
  double send(const Walk& walk, const VirtualRoute& route, int link, long exchange, double time);
  double send_wide(const Walk& walk, const VirtualRoute& route, Arrival arrival, double time);
  void arrive(const Arrival& arrival);
  void finish_steps(int rank, double time);
  Box core(const Walk& walk, const Box& region, int task) const;

  const SimulatedDecomposition& cut_;
  const VirtualCosts& costs_;
  std::vector<Walk> walks_;
  std::vector<Rank> ranks_;
  std::vector<std::array<double, 2>> busy_;  // when a link is free again, by direction
  std::vector<double> finished_;
  std::vector<std::size_t> done_;  // ranks that have finished a step
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_queue_;
  long events_ = 0;
  long goal_ = 0;  // steps
};

}  // namespace cardon::model

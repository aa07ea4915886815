// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cardon/balancing/balance_agent.hpp>
#include <cardon/kit/balance/job_queue.hpp>
#include <cardon/kit/balance/small_random.hpp>
#include <map>
#include <vector>

namespace cardon {

struct JobSetup {
  double unit = 1;    ///< work of a usual job
  double wait = 0.1;  ///< s between two requests of a rank
  unsigned seed = 1;
  bool stops = false;  ///< ranks do no work while tree walking sums queues, as in the original
};

/// Numbers that differ from this one in one bit: the neighbours in a hypercube. Any number of ranks
/// is connected so.
std::vector<int> hypercube_neighbours(int rank, int ranks);

/// What balancers of independent jobs on a hypercube share (as D. J. Harvey's dissertation compares
/// them, section 3.1). Queues are counted in usual jobs.
class JobAgent : public BalanceAgent {
 public:
  JobAgent(const JobSetup& setup, int rank, int ranks);
  bool round(const RankView& own, std::span<const BalanceMessage> inbox,
             BalanceChannel& channel) final;

 protected:
  /// Below `light` a rank needs jobs; above `heavy`, and above the mean of all ranks where it is
  /// known, it has some to give.
  static constexpr double light = 2, heavy = 4;

  /// One call of round().
  struct Call {
    const RankView& own;
    std::span<const BalanceMessage> inbox;
    BalanceChannel& channel;
    JobQueue queue;
    double native = 0;   ///< units of jobs that appeared on this rank and wait
    double created = 0;  ///< of these, units of those that were not there at the last call

    double mean = 0;  ///< queue of a rank where it is known; else 0

    double surplus() const { return queue.length() - std::max(heavy, mean); }
  };
  virtual void act(Call& call) = 0;
  void tell(Call& call, double word) const { call.channel.send(neighbours_, {word}); }
  /// The last job stays, or it would go round for ever where every rank counts it as many usual
  /// ones.
  double give_one(Call& call, int rank) const {
    return call.queue.length() > largest_ ? call.queue.give(rank, largest_) : 0;
  }

  JobSetup setup_;
  std::vector<int> neighbours_;
  SmallRandom random_;

 private:
  void count(Call& call);
  long newest_ = -1;    // number of the newest job that appeared here
  double largest_ = 1;  // units of the largest job so far
};

/// Gives each new job beyond `heavy` to a random neighbour.
class RandomNeighbourAgent final : public JobAgent {
 public:
  using JobAgent::JobAgent;

 private:
  void act(Call& call) override;
};

/// Sender initiated: ranks say how long their queue is when it has halved or doubled; jobs that
/// appeared on a rank go to neighbours whose queue is less than half as long.
class SenderAgent final : public JobAgent {
 public:
  using JobAgent::JobAgent;

 private:
  void act(Call& call) override;
  std::map<int, double> known_;  // queue by neighbour
  double told_ = 0;
};

/// Receiver initiated: a rank that is light asks its neighbours, and each that has a longer queue
/// gives it one job.
class ReceiverAgent final : public JobAgent {
 public:
  using JobAgent::JobAgent;

 private:
  void act(Call& call) override;
  double next_ = 0;  // time of the next request
};

/// The adaptive contracting method: new jobs are announced, neighbours answer with the length of
/// their queues, and those below the threshold share the new jobs.
class BiddingAgent final : public JobAgent {
 public:
  using JobAgent::JobAgent;

 private:
  void act(Call& call) override;
  void share(Call& call);
  std::map<int, double> bids_;
  double announced_ = 0;  // units of new jobs
  bool asking_ = false;
};

/// The gradient model: ranks know the distance to the nearest light rank over each neighbour, and
/// heavy ones send jobs down this gradient.
class GradientAgent final : public JobAgent {
 public:
  GradientAgent(const JobSetup& setup, int rank, int ranks);

 private:
  void act(Call& call) override;
  int distance(double length) const;
  std::map<int, int> distances_;  // by neighbour
  int far_;                       // farther than any rank
  int told_;
};

/// Tree walking: when a rank is idle, the sum of all queues travels up a binary tree and the mean
/// down; then jobs move along the edges of the tree until all ranks have the mean. Ranks go on
/// working meanwhile unless JobSetup::stops is set.
class TreeAgent final : public JobAgent {
 public:
  TreeAgent(const JobSetup& setup, int rank, int ranks);
  bool suspends() const override { return setup_.stops && running_; }

 private:
  enum Kind { wish, gather, sum, mean };
  void act(Call& call) override;
  void receive(const BalanceMessage& message, Call& call);
  void start(Call& call);
  void report(Call& call);
  void settle(double mean, Call& call);
  void pay(Call& call);
  double size_of_subtree(int rank) const;

  int rank_, ranks_, parent_;
  std::vector<int> children_;
  std::map<int, double> sums_;  // of the subtrees of children in this operation
  std::map<int, double> owed_;  // units by parent or child
  double own_ = 0;              // queue when it was summed
  double next_ = 0;             // time of the next wish
  bool running_ = false;
};

}  // namespace cardon

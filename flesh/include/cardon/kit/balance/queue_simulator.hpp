// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_agent.hpp>
#include <cardon/kit/balance/placement.hpp>
#include <functional>
#include <memory>
#include <queue>
#include <vector>

namespace cardon {

/// Ranks that do the jobs in their queues one after the other, in virtual time, while agents pass
/// jobs on. An agent is asked between two jobs, and, if its rank is idle, when something arrives or
/// every `poll` seconds while it says so. With `interrupts` it is also asked when something arrives
/// during a job, which pauses while the agent suspends its rank. RankView::blocks are the jobs that
/// wait, the oldest first.
class QueueSimulator {
 public:
  /// A job is passed on to a rank, or begins there.
  struct JobEvent {
    int job,      ///< its number
        rank;     ///< where it is
    bool begins;  ///< it begins; else it was passed on
  };
  /// The ranks and their network.
  struct Setup {
    int ranks = 1;                          ///< number of ranks
    std::vector<double> speeds;             ///< by rank; empty: 1
    double latency = 1e-3;                  ///< of a message or a job, s
    double poll = 0.01;                     ///< s between two calls of the agent of an idle rank
    double mean_seconds = 0,                ///< as in RankView
        max_seconds = 0;                    ///< as in RankView
    bool interrupts = false;                ///< agents are asked during jobs, too
    std::shared_ptr<MigrantChoice> choice;  ///< as in RankView
    /// A rank does the waiting job with the smallest value next, of equal ones the oldest. Empty:
    /// the oldest.
    std::function<double(int job, int rank)> order;
    std::function<void(const JobEvent&)> watch;  ///< may be empty
    double idle_limit = 1000;  ///< s after the last event of work at which agents must be quiet
  };
  /// What became of the jobs.
  struct Result {
    double completion = 0;          ///< when the last job was done, s
    std::vector<double> busy;       ///< s, by rank
    std::vector<double> suspended;  ///< s with jobs that waited, by rank
    std::vector<int> done_on;       ///< rank by job
    double messages = 0,            ///< of agents
        transfers = 0;              ///< of jobs, each hop counted
  };
  /// Makes the agent of one rank.
  using MakeAgent = std::function<std::unique_ptr<BalanceAgent>(int rank)>;

  /// Ranks without jobs at time 0.
  QueueSimulator(const Setup& setup, const MakeAgent& make_agent);
  QueueSimulator(const QueueSimulator&) = delete;
  QueueSimulator& operator=(const QueueSimulator&) = delete;
  ~QueueSimulator();

  /// A job that appears at a time. `work`: what agents see; `seconds`: what it takes at speed 1.
  /// Numbers of jobs count from 0.
  void add_job(double time, int rank, double work, double seconds, bool movable = true);
  /// Until all jobs are done. Throws Bug if they never are.
  Result run();

 private:
  class Channel;
  enum class Kind { job, message, done, poll };
  struct Event {
    double time;
    long number;  // of events at one time the first is first
    Kind kind;
    int rank, from;
    int job;
    std::shared_ptr<const std::vector<double>> words;
    bool operator>(const Event& other) const {
      return time != other.time ? time > other.time : number > other.number;
    }
  };
  struct Letter {
    int from;
    std::shared_ptr<const std::vector<double>> words;
  };
  struct Rank {
    RankView view;
    std::unique_ptr<BalanceAgent> agent;
    std::vector<Letter> inbox;
    bool busy = false, polls = false, waits = false;
    int job = -1;      // that it does, or that is paused; -1: none
    double left = 0;   // s of that job when it began or went on
    double since = 0;  // when it began or went on, or when the rank was suspended
    bool suspended = false;
    long done = -1;  // number of the event that ends the job
  };
  struct Job {
    RankBlock block;
    double seconds;
  };
  void push(double time, Kind kind, int rank, int from = 0, int job = -1,
            std::shared_ptr<const std::vector<double>> words = nullptr);
  void handle(const Event& event);
  void ask(Rank& rank);
  void go_on(Rank& rank);
  void suspend(Rank& rank);
  void resume(Rank& rank);
  void start(Rank& rank, int job, double seconds);
  int take_next(Rank& rank);

  Setup setup_;
  std::vector<Rank> ranks_;
  std::vector<Job> jobs_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::vector<int> given_;  // jobs that leave when the agent returns
  double now_ = 0;
  long number_ = 0, left_ = 0;
  Result result_;
};

/// The work of a usual job where a rank has sixteen on average; 0: there is no work, or no rank is
/// available.
double usual_job(const BalanceProblem& problem);

/// How plan_by_queues() plans.
struct QueueOptions {
  Placement start;       ///< blocks wait there at first; empty: where they are
  bool nearest = false;  ///< migrants and the order of work are those of LazyBlocks
  unsigned seed = 1;     ///< of what is drawn
};

/// The moves of one step in which agents pass blocks on while ranks work: blocks stay where they
/// were done. With the latency and the speeds of the problem.
std::vector<BlockMove> plan_by_queues(const BalanceProblem& problem,
                                      const QueueSimulator::MakeAgent& make_agent,
                                      const QueueOptions& options = {});

}  // namespace cardon

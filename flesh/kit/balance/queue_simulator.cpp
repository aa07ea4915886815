// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/balance/greedy_assignment.hpp>
#include <cardon/kit/balance/lazy_blocks.hpp>
#include <cardon/kit/balance/queue_simulator.hpp>
#include <cardon/thorn/error.hpp>

namespace cardon {

class QueueSimulator::Channel : public BalanceChannel {
 public:
  Channel(QueueSimulator& simulator, int rank) : s_(simulator), rank_(rank) {}
  void send(std::span<const int> ranks, std::vector<double> words) override {
    const auto shared = std::make_shared<const std::vector<double>>(std::move(words));
    for (const int to : ranks) {
      s_.push(s_.now_ + s_.setup_.latency, Kind::message, to, rank_, -1, shared);
      s_.result_.messages += 1;
    }
  }
  void move(int block, int rank) override {
    if (rank == rank_) return;
    s_.given_.push_back(block);
    s_.push(s_.now_ + s_.setup_.latency, Kind::job, rank, rank_, block);
    s_.result_.transfers += 1;
    if (s_.setup_.watch) s_.setup_.watch({block, rank, false});
  }

 private:
  QueueSimulator& s_;
  int rank_;
};

QueueSimulator::QueueSimulator(const Setup& setup, const MakeAgent& make_agent)
    : setup_(setup), ranks_(std::size_t(setup.ranks)) {
  for (int r = 0; r < setup.ranks; ++r) {
    Rank& rank = ranks_[std::size_t(r)];
    rank.view.rank = r;
    rank.view.ranks = setup.ranks;
    rank.view.speed = setup.speeds.empty() ? 1 : setup.speeds[std::size_t(r)];
    rank.view.mean_seconds = setup.mean_seconds;
    rank.view.max_seconds = setup.max_seconds;
    rank.view.choice = setup.choice;
    rank.agent = make_agent(r);
  }
  result_.busy.assign(ranks_.size(), 0.0);
  result_.suspended.assign(ranks_.size(), 0.0);
}

QueueSimulator::~QueueSimulator() = default;

void QueueSimulator::push(double time, Kind kind, int rank, int from, int job,
                          std::shared_ptr<const std::vector<double>> words) {
  events_.push({time, number_++, kind, rank, from, job, std::move(words)});
}

void QueueSimulator::add_job(double time, int rank, double work, double seconds, bool movable) {
  const int job = int(jobs_.size());
  jobs_.push_back({{job, work, 0, rank, movable}, seconds});
  result_.done_on.push_back(-1);
  push(time, Kind::job, rank, rank, job);
  ++left_;
}

QueueSimulator::Result QueueSimulator::run() {
  for (std::size_t r = 0; r < ranks_.size(); ++r) push(0, Kind::poll, int(r));
  while (left_ > 0) {
    if (events_.empty()) throw Bug("jobs of a simulation got lost");
    const Event event = events_.top();
    events_.pop();
    now_ = event.time;
    if (now_ > result_.completion + setup_.idle_limit)
      throw Bug("agents keep jobs from being done");
    handle(event);
  }
  return result_;
}

void QueueSimulator::handle(const Event& event) {
  Rank& rank = ranks_[std::size_t(event.rank)];
  switch (event.kind) {
    case Kind::job:
      rank.view.blocks.push_back(jobs_[std::size_t(event.job)].block);
      break;
    case Kind::message:
      rank.inbox.push_back({event.from, event.words});
      break;
    case Kind::done:
      if (event.number != rank.done) return;  // the job was paused meanwhile
      rank.busy = false;
      rank.job = -1;
      --left_;
      result_.done_on[std::size_t(event.job)] = event.rank;
      result_.completion = std::max(result_.completion, now_);
      break;
    case Kind::poll:
      rank.waits = false;
      break;
  }
  // What arrives at the same time is seen together.
  if (!events_.empty() && events_.top().time == now_ && events_.top().rank == event.rank) return;
  if (!rank.busy || setup_.interrupts) go_on(rank);
}

void QueueSimulator::ask(Rank& rank) {
  rank.view.time = now_;
  std::vector<Letter> letters;
  letters.swap(rank.inbox);
  std::vector<BalanceMessage> inbox;
  for (const Letter& letter : letters) inbox.push_back({letter.from, *letter.words});
  Channel channel(*this, rank.view.rank);
  rank.polls = rank.agent->round(rank.view, inbox, channel);
  for (const int job : given_) {
    const auto same = [&](const RankBlock& block) { return block.block == job; };
    const auto at = std::find_if(rank.view.blocks.begin(), rank.view.blocks.end(), same);
    if (at == rank.view.blocks.end()) throw Bug("an agent moves a job that does not exist");
    rank.view.blocks.erase(at);
  }
  given_.clear();
}

// The job that a rank does pauses.
void QueueSimulator::suspend(Rank& rank) {
  if (rank.busy) {
    rank.left -= now_ - rank.since;
    result_.busy[std::size_t(rank.view.rank)] -= rank.left;
    rank.busy = false;
    rank.done = -1;
  }
  rank.since = now_;
  rank.suspended = true;
}

void QueueSimulator::resume(Rank& rank) {
  rank.suspended = false;
  if (rank.job >= 0 || !rank.view.blocks.empty())
    result_.suspended[std::size_t(rank.view.rank)] += now_ - rank.since;
  if (rank.job >= 0) start(rank, rank.job, rank.left);
}

void QueueSimulator::start(Rank& rank, int job, double seconds) {
  rank.busy = true;
  rank.job = job;
  rank.left = seconds;
  rank.since = now_;
  rank.done = number_;
  result_.busy[std::size_t(rank.view.rank)] += seconds;
  push(now_ + seconds, Kind::done, rank.view.rank, 0, job);
}

int QueueSimulator::take_next(Rank& rank) {
  auto next = rank.view.blocks.begin();
  double smallest = 0;
  for (auto at = next; setup_.order && at != rank.view.blocks.end(); ++at) {
    const double value = setup_.order(at->block, rank.view.rank);
    if (at != rank.view.blocks.begin() && value >= smallest) continue;
    smallest = value;
    next = at;
  }
  const int job = next->block;
  rank.view.blocks.erase(next);
  return job;
}

void QueueSimulator::go_on(Rank& rank) {
  ask(rank);
  if (rank.agent->suspends() != rank.suspended) rank.suspended ? resume(rank) : suspend(rank);
  if (rank.busy || rank.suspended) return;
  if (!rank.view.blocks.empty()) {
    const int job = take_next(rank);
    if (setup_.watch) setup_.watch({job, rank.view.rank, true});
    start(rank, job, jobs_[std::size_t(job)].seconds / rank.view.speed);
  } else if (rank.polls && !rank.waits) {
    rank.waits = true;
    push(now_ + setup_.poll, Kind::poll, rank.view.rank);
  }
}

double usual_job(const BalanceProblem& problem) {
  constexpr double jobs_per_rank = 16;
  const auto ranks = double(available_ranks(problem).size());
  double work = 0;
  for (const BlockLoad& block : problem.blocks) work += block.work;
  return ranks > 0 ? work / ranks / jobs_per_rank : 0;
}

namespace {

QueueSimulator::Setup setup_for(const BalanceProblem& problem, const std::vector<int>& ranks,
                                const std::vector<double>& seconds) {
  QueueSimulator::Setup setup{.ranks = int(ranks.size()), .latency = 0};
  for (const int r : ranks) setup.speeds.push_back(problem.ranks[std::size_t(r)].speed);
  for (const PairCost& link : problem.links) setup.latency = std::max(setup.latency, link.latency);
  setup.mean_seconds = ideal_seconds(problem);
  setup.max_seconds = *std::max_element(seconds.begin(), seconds.end());
  // A rank that is idle asks a hundred times per step.
  setup.poll = std::max(1e-9, setup.mean_seconds / 100);
  return setup;
}

// Jobs are numbers of `blocks`, ranks places in `ranks`.
void add_lazy_blocks(LazyBlocks& lazy, const std::vector<int>& blocks,
                     const std::vector<int>& ranks, QueueSimulator::Setup& setup) {
  const auto block = [&](int job) { return blocks[std::size_t(job)]; };
  const auto rank = [&](int place) { return ranks[std::size_t(place)]; };
  setup.choice = std::make_shared<LazyBlocks::Choice>(lazy, blocks, ranks);
  setup.order = [&lazy, block, rank](int job, int place) {
    return lazy.overhead(block(job), rank(place)) / lazy.work(block(job));
  };
  setup.watch = [&lazy, block, rank](const QueueSimulator::JobEvent& event) {
    event.begins ? lazy.begin(block(event.job), rank(event.rank))
                 : lazy.assign(block(event.job), rank(event.rank));
  };
}

}  // namespace

std::vector<BlockMove> plan_by_queues(const BalanceProblem& problem,
                                      const QueueSimulator::MakeAgent& make_agent,
                                      const QueueOptions& options) {
  const std::vector<int> ranks = available_ranks(problem);
  if (ranks.empty()) return {};
  Placement placement = options.start.empty() ? placement_of(problem) : options.start;
  std::vector<double> seconds = compute_seconds(problem, placement);
  std::vector<int> number(problem.ranks.size(), -1), homeless, blocks;
  for (std::size_t i = 0; i < ranks.size(); ++i) number[std::size_t(ranks[i])] = int(i);
  for (std::size_t b = 0; b < placement.size(); ++b)
    if (number[std::size_t(placement[b])] < 0 && problem.blocks[b].movable)
      homeless.push_back(int(b));
  assign_greedily(problem, homeless, ranks, seconds, placement);
  for (std::size_t b = 0; b < placement.size(); ++b)
    if (number[std::size_t(placement[b])] >= 0) blocks.push_back(int(b));
  QueueSimulator::Setup setup = setup_for(problem, ranks, seconds);
  LazyBlocks lazy(problem, placement, options.seed);
  if (options.nearest) add_lazy_blocks(lazy, blocks, ranks, setup);
  QueueSimulator simulator(setup, make_agent);
  for (const int b : blocks) {
    const BlockLoad& block = problem.blocks[std::size_t(b)];
    simulator.add_job(0, number[std::size_t(placement[std::size_t(b)])], block.work, block.work,
                      block.movable);
  }
  const QueueSimulator::Result result = simulator.run();
  for (std::size_t i = 0; i < blocks.size(); ++i)
    if (problem.blocks[std::size_t(blocks[i])].movable)
      placement[std::size_t(blocks[i])] = ranks[std::size_t(result.done_on[i])];
  return moves_to(problem, placement);
}

}  // namespace cardon

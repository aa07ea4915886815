// SPDX-License-Identifier: Apache-2.0
// Work sharing in a node (H. Menon, "Adaptive Load Balancing for HPC Applications", dissertation,
// University of Illinois, 2016, chapter 5), with the threads of a rank on a virtual clock: who
// takes which job, and when, is decided by ThreadTeam; only the time that jobs take is made up.
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/balance/greedy_assignment.hpp>
#include <cardon/kit/balance/placement.hpp>
#include <cardon/kit/balance/small_random.hpp>
#include <cardon/kit/exact_sum.hpp>
#include <cardon/kit/grid/thread_team.hpp>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <numeric>
#include <vector>

namespace cardon {
namespace {

/// A thread that has done a job takes the next one when no other thread is behind it.
class VirtualClock {
 public:
  VirtualClock(int threads, int jobs) : at_(std::size_t(threads), 0.0), left_(jobs) {}

  void spend(int thread, double seconds) {
    std::unique_lock lock(mutex_);
    --left_;
    at_[std::size_t(thread)] += seconds;
    changed_.notify_all();
    changed_.wait(lock, [&] {
      return left_ == 0 || std::min_element(at_.begin(), at_.end()) - at_.begin() == thread;
    });
  }
  double end() const { return *std::max_element(at_.begin(), at_.end()); }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<double> at_;
  int left_;
};

struct Shared {
  double seconds = 0;  // until the last thread is through
  int given = 0;       // jobs that another thread did than the one whose share they were in
  std::vector<int> times;
};

enum class Way { queue, shares };

Shared shared(ThreadTeam& team, const std::vector<double>& costs, Way way = Way::shares) {
  const int jobs = int(costs.size()), threads = team.threads();
  VirtualClock clock(threads, jobs);
  Shared result{.times = std::vector<int>(costs.size(), 0)};
  std::vector<int> by(costs.size(), 0);
  const auto work = [&](int job, int thread) {
    ++result.times[std::size_t(job)];
    by[std::size_t(job)] = thread;
    clock.spend(thread, costs[std::size_t(job)]);
  };
  way == Way::queue ? team.run(jobs, work) : team.share(jobs, work);
  for (int thread = 0; thread < threads; ++thread)
    for (long job = long(jobs) * thread / threads; job < long(jobs) * (thread + 1) / threads; ++job)
      result.given += by[std::size_t(job)] != thread;
  result.seconds = clock.end();
  return result;
}

double value_of(int job) { return std::sin(job) * std::pow(10, job % 30); }

/// What the slowest share takes if nobody helps.
double alone(const std::vector<double>& costs, int threads) {
  double slowest = 0;
  const auto jobs = long(costs.size());
  for (int n = 0; n < threads; ++n)
    slowest = std::max(slowest, std::accumulate(costs.begin() + jobs * n / threads,
                                                costs.begin() + jobs * (n + 1) / threads, 0.0));
  return slowest;
}

// D1. Expected: reductions equal the serial result, whichever thread does which job. The call has
// returned when all jobs are done.
TEST(ThreadsOnAClock, ReductionsEqualTheSerialResult) {
  constexpr int jobs = 240;
  ExactSum serial;
  for (int job = 0; job < jobs; ++job) serial.add(value_of(job));
  for (const int threads : {1, 2, 3, 4}) {
    ThreadTeam team(threads);
    for (const double slow : {1.0, 1.5, 4.0})
      for (const Way way : {Way::queue, Way::shares}) {
        VirtualClock clock(threads, jobs);
        std::vector<ExactSum> sums(static_cast<std::size_t>(threads));
        const auto work = [&](int job, int thread) {
          sums[std::size_t(thread)].add(value_of(job));
          clock.spend(thread, thread == 0 ? slow : 1);
        };
        way == Way::queue ? team.run(jobs, work) : team.share(jobs, work);
        ExactSum all;
        for (const ExactSum& sum : sums) all.merge(sum);
        EXPECT_EQ(all.value(), serial.value()) << threads << slow;
      }
  }
}

// D2. Expected: 3 units of time in equal chunks, 2 and at most one chunk with any way of sharing.
TEST(ThreadsOnAClock, SharedWorkEndsWithinOneChunk) {
  ThreadTeam team(2);
  constexpr int half = 300;
  std::vector<double> costs(2 * half, 1.0 / half);
  for (int job = 0; job < half; ++job) costs[std::size_t(job)] = 3.0 / half;
  EXPECT_NEAR(alone(costs, 2), 3, 1e-9);
  for (const Way way : {Way::queue, Way::shares}) {
    const Shared it = shared(team, costs, way);
    EXPECT_EQ(it.times, std::vector<int>(2 * half, 1));
    EXPECT_GE(it.seconds, 2 - 1e-9);
    EXPECT_LE(it.seconds, 2 + 3.0 / half + 1e-9);
  }
  // One chunk changes hands at a time: a third of the slow share.
  EXPECT_NEAR(shared(team, costs).given, half / 3, 1);
}

// D2 with owners of 50 to 90 % of the work.
TEST(ThreadsOnAClock, NoDistributionOfWorkIsWorseByMoreThanOneChunk) {
  for (const int threads : {2, 3, 4}) {
    ThreadTeam team(threads);
    for (const double share : {0.5, 0.6, 0.7, 0.8, 0.9}) {
      const int each = 60, jobs = threads * each;
      std::vector<double> costs(std::size_t(jobs), (1 - share) / (jobs - each));
      for (int job = 0; job < each; ++job) costs[std::size_t(job)] = share / each;
      const double chunk = *std::max_element(costs.begin(), costs.end());
      EXPECT_LE(shared(team, costs).seconds, 1.0 / threads + chunk + 1e-9) << threads << share;
    }
  }
}

// D3. Expected: nothing is handed over while all threads have work of their own, by an order of
// magnitude less than with a common queue where one is through a little earlier, and more after
// one has become slow.
TEST(ThreadsOnAClock, ChunksLeaveTheirOwnerOnlyForIdleThreads) {
  ThreadTeam team(2);
  constexpr int jobs = 600;
  const std::vector<double> equal(jobs, 1.0);
  EXPECT_EQ(shared(team, equal).given, 0);
  EXPECT_NEAR(shared(team, equal, Way::queue).given, jobs / 2, 1);  // locality is lost
  std::vector<double> late = equal;
  for (int job = 0; job < jobs / 2; ++job) late[std::size_t(job)] = 1.05;
  const int few = shared(team, late).given;
  EXPECT_GT(few, 0);
  EXPECT_LE(10 * few, shared(team, late, Way::queue).given);
  for (int job = 0; job < jobs / 2; ++job) late[std::size_t(job)] = 2;
  EXPECT_GT(shared(team, late).given, 5 * few);
  EXPECT_EQ(shared(team, equal).given, 0);  // nothing is remembered
}

// D4: an owner and three threads that take from the other end, ten million jobs.
TEST(ThreadsOnAClock, TenMillionJobsAreDoneOnce) {
  ThreadTeam team(4);
  constexpr int jobs = 1000000, rounds = 10;
  std::vector<unsigned char> done(jobs, 0);  // not atomic: a job that is done twice is a race
  for (int round = 0; round < rounds; ++round)
    team.share(jobs, [&](int job, int) { ++done[std::size_t(job)]; });
  EXPECT_EQ(std::count(done.begin(), done.end(), rounds), jobs);
}

/// Steps of two hosts with two threads each, on blocks of which a quarter is heavier, and whose
/// costs differ by `noise` up or down in each step.
class Steps {
 public:
  Steps(double noise, double heavy) : noise_(noise) {
    for (int b = 0; b < blocks; ++b) usual_.push_back(b < blocks / 4 ? heavy : 1);
    problem_.blocks.resize(blocks);
    for (int b = 0; b < blocks; ++b) problem_.blocks[std::size_t(b)].bytes = 1;
  }

  /// `balances`: owners are planned again every 25 steps; `shares`: threads of a host help each
  /// other. Returns the time of all steps.
  double run(bool balances, bool shares) {
    given_ = 0;
    const int owners = shares ? hosts : hosts * threads;
    problem_.ranks.assign(std::size_t(owners), {});
    for (int b = 0; b < blocks; ++b) problem_.blocks[std::size_t(b)].rank = b * owners / blocks;
    SmallRandom random(1, 0);
    double seconds = 0;
    for (int step = 0; step < steps; ++step) {
      for (int b = 0; b < blocks; ++b)
        problem_.blocks[std::size_t(b)].work =
            usual_[std::size_t(b)] * (1 + noise_ * (2 * random.uniform() - 1));
      double slowest = 0;
      for (int owner = 0; owner < owners; ++owner)
        slowest = std::max(slowest, shares ? shared_step(owner) : own_step(owner));
      seconds += slowest;
      if (balances && step % 25 == 0) rebalance();
    }
    return seconds;
  }
  /// Share of the pieces that the other thread of a host did.
  double given_share() const { return double(given_) / (steps * blocks * pieces); }

 private:
  static constexpr int blocks = 32, hosts = 2, threads = 2, pieces = 4, steps = 75;

  double own_step(int owner) const {
    double sum = 0;
    for (const BlockLoad& block : problem_.blocks)
      if (block.rank == owner) sum += block.work;
    return sum;
  }
  double shared_step(int host) {
    std::vector<double> costs;
    for (const BlockLoad& block : problem_.blocks)
      if (block.rank == host) costs.insert(costs.end(), pieces, block.work / pieces);
    const Shared it = shared(team_, costs);
    given_ += it.given;
    return it.seconds;
  }
  void rebalance() {
    std::vector<int> all(blocks), ranks(problem_.ranks.size());
    std::iota(all.begin(), all.end(), 0);
    std::iota(ranks.begin(), ranks.end(), 0);
    std::vector<double> seconds(ranks.size(), 0.0);
    Placement owners = placement_of(problem_);
    assign_greedily(problem_, all, ranks, seconds, owners);
    for (int b = 0; b < blocks; ++b) problem_.blocks[std::size_t(b)].rank = owners[std::size_t(b)];
  }

  double noise_;
  int given_ = 0;
  ThreadTeam team_{threads};
  std::vector<double> usual_;
  BalanceProblem problem_;
};

// D6. Expected: rare balancing and shared work together are at least as good as either alone, and
// nothing is handed over where loads do not change. That is so where blocks are alike; where they
// are not, the share of a thread that has heavier ones is too large in each step.
TEST(ThreadsOnAClock, BalancingAndSharedWorkComplementEachOther) {
  Steps noisy(0.2, 3);
  const double none = noisy.run(false, false), balanced = noisy.run(true, false),
               helped = noisy.run(false, true), both = noisy.run(true, true);
  const double given = noisy.given_share();
  Steps steady(0, 3), equal(0, 1);
  steady.run(true, true);
  equal.run(true, true);
  std::printf("none %.0f, balanced %.0f, shared %.0f, both %.0f; handed over %.3f, steady %.3f\n",
              none, balanced, helped, both, given, steady.given_share());
  EXPECT_LE(both, std::min(balanced, helped));
  EXPECT_LT(balanced, none);
  EXPECT_LT(helped, none);
  EXPECT_GT(given, 0.01);
  EXPECT_EQ(equal.given_share(), 0);
}

}  // namespace
}  // namespace cardon

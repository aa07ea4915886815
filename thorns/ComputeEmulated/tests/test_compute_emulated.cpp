// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sched.h>

#include <cardon/kit/processor_time.hpp>
#include <cardon/services/parameter_input.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/timings.hpp>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "emulation_parameters.hpp"
#include "stretched_rank.hpp"
#include "stretching_emulator.hpp"

namespace cardon::compute_emulated {
namespace {

/// The parameters of a run whose section emulated_compute is this text.
class Given {
 public:
  explicit Given(const std::string& text) {
    registry_.add({.path = section,
                   .description = "Emulated computing",
                   .provider = "ComputeEmulated",
                   .parameters = {declare(per_point), declare(by), declare(slowdown),
                                  declare(speeds), declare_tree(changes, changes_description)}});
    ParameterInput input;
    input.add_text("test.yaml", std::string(section) + ": " + text + "\n");
    std::vector<Problem> problems = input.problems();
    parameters_ = std::make_unique<ParameterSet>(resolve_parameters(registry_, input, problems));
    if (!problems.empty()) throw Error(problems);
  }
  std::unique_ptr<EmulatedRank> rank(int rank = 0, int ranks = 1) const {
    return StretchingEmulator().emulate(*parameters_, rank, ranks);
  }
  const ParameterSet& parameters() const { return *parameters_; }

 private:
  ParameterRegistry registry_;
  std::unique_ptr<ParameterSet> parameters_;
};

std::string problems_of(const std::string& text) try {
  Given(text).rank(0, 3);
  return "";
} catch (const Error& error) {
  return error.what();
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(StretchedRank, SleepsAtLeastWhatThePointsShouldTake) {
  StretchedRank rank(2e-6);
  const double start = seconds_now();
  int polls = 0;
  double slept = 0;
  for (const long points : {1000, 20000, 1000})
    slept += rank.stretch(points, 0.5e-3, [&] { ++polls; });
  EXPECT_GE(slept, 44e-3 - 3 * 0.5e-3 - 0.2e-3);
  EXPECT_GE(seconds_now() - start, slept);
  EXPECT_GT(polls, 0);
}

TEST(StretchedRank, WorksForAsMuchTimeOfTheProcessor) {
  StretchedRank rank(2e-6, {}, StretchedRank::By::work);
  const double start = seconds_now(), before = processor_seconds();
  int polls = 0;
  const double passed = rank.stretch(20000, 0, [&] { ++polls; });
  EXPECT_GE(processor_seconds() - before, 40e-3 - 0.2e-3);
  EXPECT_GE(passed, 40e-3 - 0.2e-3);
  EXPECT_GE(seconds_now() - start, passed);
  EXPECT_GT(polls, 0);
}

TEST(StretchedRank, SleepsWithoutTheProcessor) {
  StretchedRank rank(2e-6);
  const double before = processor_seconds();
  rank.stretch(20000, 0, [] {});
  EXPECT_LT(processor_seconds() - before, 20e-3);
}

// Of two workers on one core each needs all of its time: together they take twice as long.
TEST(StretchedRank, WorkersDoNotShareTheirTime) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  const auto on_one_core = [&] {
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int core = 0; core < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++core)
      if (CPU_ISSET(core, &before)) CPU_SET(core, &one);
    sched_setaffinity(0, sizeof one, &one);
    StretchedRank(2e-6, {}, StretchedRank::By::work).stretch(20000, 0, [] {});
  };
  const double start = seconds_now();
  std::thread first(on_one_core), second(on_one_core);
  first.join();
  second.join();
  EXPECT_GE(seconds_now() - start, 2 * 40e-3 - 1e-3);
}

TEST(StretchedRank, DoesNothingWhereWorkTakesLonger) {
  StretchedRank rank(1e-9);
  EXPECT_EQ(rank.stretch(1000, 1, [] { FAIL() << "there was nothing to wait for"; }), 0);
}

TEST(StretchedRank, TakesLongerAtAShareOfItsSpeed) {
  StretchedRank rank(2e-6);
  rank.limit_speed(0.5);
  EXPECT_DOUBLE_EQ(rank.seconds_per_point(), 4e-6);
  EXPECT_DOUBLE_EQ(rank.seconds_of(1000, 0), 4e-3);
  EXPECT_GE(rank.stretch(10000, 0, [] {}), 40e-3 - 0.2e-3);
  rank.limit_speed(1);
  EXPECT_DOUBLE_EQ(rank.seconds_per_point(), 2e-6);
}

TEST(StretchingEmulator, RanksToBeLimitedComputeAsFastAsTheyCanUntilThen) {
  const Given given("{}");
  const auto rank = StretchingEmulator().emulate_limited(given.parameters(), 0, 1);
  ASSERT_NE(rank, nullptr);
  EXPECT_EQ(rank->stretch(1000, 5e-3, [] { FAIL() << "there was nothing to wait for"; }), 0);
  rank->limit_speed(0.5);
  EXPECT_DOUBLE_EQ(rank->seconds_of(1000, 3e-3), 6e-3);
  EXPECT_GE(rank->stretch(1000, 10e-3, [] {}), 10e-3 - 0.2e-3);
}

TEST(StretchingEmulator, LeavesRanksAloneUnlessAskedTo) {
  EXPECT_EQ(Given("{}").rank(), nullptr);
  EXPECT_EQ(Given("{by: work, speeds: [1]}").rank(), nullptr);
  EXPECT_NE(Given("{per_point: 1 ns}").rank(), nullptr);
  EXPECT_NE(Given("{slowdown: 2}").rank(), nullptr);
}

TEST(StretchingEmulator, TimeIsSpentAsTheParametersSay) {
  for (const std::string way : {"sleep", "work"}) {
    const auto rank = Given("{per_point: 100 ns, by: " + way + "}").rank();
    const double before = processor_seconds();
    rank->stretch(400000, 0, [] {});
    const double worked = processor_seconds() - before;
    EXPECT_TRUE(way == "work" ? worked >= 39e-3 : worked < 20e-3) << way << " " << worked;
  }
}

TEST(StretchingEmulator, WorkIsSlowedDown) {
  const auto rank = Given("{slowdown: 4}").rank();
  EXPECT_EQ(rank->seconds_of(1000, 0.5), 2);
  EXPECT_GE(rank->stretch(1000, 5e-3, [] {}), 15e-3 - 0.2e-3);
}

TEST(StretchingEmulator, DividesTheTimeByTheSpeedOfTheRank) {
  const Given given("{per_point: 100 ns, speeds: [2, 0.5]}");
  EXPECT_DOUBLE_EQ(StretchingEmulator().seconds_per_point(given.parameters()), 100e-9);
  EXPECT_DOUBLE_EQ(given.rank(0, 2)->seconds_per_point(), 50e-9);
  EXPECT_DOUBLE_EQ(given.rank(1, 2)->seconds_per_point(), 200e-9);
}

TEST(StretchingEmulator, SpeedsChangeWhileRunning) {
  const Given given(
      "{per_point: 100 ns, speeds: [2, 1], changes: "
      "[{after: 30, rank: 1, speed: 4}, {after: 20, rank: 1, speed: 0.5}]}");
  for (const int n : {0, 1}) {
    const auto rank = given.rank(n, 2);
    std::vector<double> found;
    for (const long iteration : {0, 19, 20, 29, 30, 31}) {
      rank->begin_step(iteration);
      found.push_back(std::round(rank->seconds_per_point() * 1e9));
    }
    EXPECT_EQ(found, n == 0 ? std::vector<double>(6, 50)
                            : (std::vector<double>{100, 100, 200, 200, 25, 25}));
  }
}

TEST(StretchingEmulator, ChangesNameIterationRankAndSpeed) {
  const auto problem = [](const std::string& changes) {
    return problems_of("{changes: " + changes + "}");
  };
  EXPECT_EQ(problem("[{after: 200, rank: 1, speed: 0.5}, {after: 0, rank: 2, speed: 2}]"), "");
  EXPECT_EQ(problem("[]"), "");
  for (const char* wrong : {"3", "{after: 200, rank: 1, speed: 0.5}", "[4]", "[{rank: 1}]"})
    EXPECT_TRUE(says(problem(wrong), "[emulation/compute-changes]")) << wrong;
  const std::string all = problem("[{after: -1, rank: 3, speed: 0, when: 4}]");
  for (const char* part : {"emulated_compute.changes.after", "emulated_compute.changes.rank",
                           "emulated_compute.changes.speed", "when"})
    EXPECT_TRUE(says(all, part)) << part << " in " << all;
}

TEST(StretchingEmulator, SpeedsAreOnePerRank) {
  const std::string problem = problems_of("{speeds: [1, 2]}");
  for (const char* part :
       {"has 2 speeds, but there are 3 ranks", "[emulation/compute-speeds]", "test.yaml:1:"})
    EXPECT_TRUE(says(problem, part)) << part << " in " << problem;
  EXPECT_EQ(problems_of("{speeds: [1, 2, 1]}"), "");
}

}  // namespace
}  // namespace cardon::compute_emulated

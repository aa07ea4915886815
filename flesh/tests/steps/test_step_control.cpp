// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>

#include "../support/local_transport.hpp"
#include "stepped_run.hpp"

namespace cardon {
namespace {

using ::testing::HasSubstr;

TEST(StepControl, TheFirstStepKeepsToTheSmallestLimitOfAllRanks) {
  const Real smallest = std::nextafter(0.5, 0);
  on_ranks(3, [&](Transport& transport) {
    SteppedRun r(transport, by_limits);
    r.driver.fill(0, [&](int i) { return i == 3 ? smallest : 0.5; });
    r.begin(0);
    EXPECT_EQ(r.clock.state().next, smallest) << "rank " << transport.rank();
  });
}

TEST(StepControl, AnEvaluationCountsAfterItsLeadAndStopsNobody) {
  on_ranks(1, [](Transport& transport) {
    SteppedRun r(transport, by_limits);
    r.begin(3);
    r.set(4, 0);
    EXPECT_TRUE(r.step());
    r.set(0.01, 0);  // not the fields that were looked at
    EXPECT_TRUE(r.step());
    EXPECT_EQ(r.clock.state().target, 1);
    EXPECT_TRUE(r.step());
    EXPECT_EQ(r.clock.state().target, 4);
    EXPECT_EQ(r.clock.time(), 6);
    EXPECT_EQ(r.driver.finished, 0);
  });
}

TEST(StepControl, BlocksThatLagBehindAreWaitedFor) {
  on_ranks(2, [](Transport& transport) {
    SteppedRun r(transport, by_limits);
    r.driver.late = transport.rank() == 1;
    r.begin(3);
    r.set(4, 0);
    EXPECT_TRUE(r.step() && r.step() && r.step());
    EXPECT_EQ(r.clock.state().target, 4);
  });
}

TEST(StepControl, AllRanksTakeBackStepsThatWereTooLongForOne) {
  on_ranks(2, [](Transport& transport) {
    SteppedRun r(transport, by_limits);
    r.begin(3);
    if (transport.rank() == 1) r.driver.at(0, 6) = 0.25;
    EXPECT_TRUE(r.step());
    r.set(7, 7);  // what the steps make of the fields
    EXPECT_TRUE(r.step());
    EXPECT_FALSE(r.step());
    EXPECT_EQ(r.clock.iteration(), 4);
    EXPECT_EQ(r.clock.time(), 4);
    EXPECT_EQ(r.clock.state().rejected, 2);
    for (int i = r.driver.box().lo[0]; i < r.driver.box().hi[0]; ++i) {
      EXPECT_EQ(r.driver.at(0, i), i == 6 ? 0.25 : 1) << i;
      EXPECT_EQ(r.driver.at(1, i), 0) << i;
    }
    EXPECT_TRUE(r.step());
    EXPECT_EQ(r.clock.time(), 4.25);
  });
}

/// Times by iteration, without steps that were taken back; the same on all ranks.
std::vector<Real> times_of(int ranks, bool looked_at) {
  constexpr std::size_t steps = 40;
  StepRule rule = by_limits;
  rule.safety = 0.9;
  std::vector<std::vector<Real>> times(std::size_t{1} * ranks, std::vector<Real>(steps + 1));
  on_ranks(ranks, [&](Transport& transport) {
    SteppedRun r(transport, rule);
    r.begin(0);
    for (int calls = 0; r.clock.iteration() < long(steps) && calls < 1000; ++calls) {
      r.clock.choose();
      r.clock.advance();
      const long n = r.clock.iteration();
      times[std::size_t(transport.rank())][std::size_t(n)] = r.clock.time();
      r.driver.fill(0, [n](int i) {
        return 1 + 0.6 * std::sin(0.7 * double(n)) + 0.01 * std::abs(double(i - n % 8));
      });
      r.control->after_step(looked_at);
    }
    EXPECT_GT(r.clock.state().rejections, 1) << "the test shows little";
    r.control->close();
  });
  for (const auto& of_rank : times) EXPECT_EQ(of_rank, times[0]);
  return times[0];
}

TEST(StepControl, StepsDependOnNoDecompositionAndNobodyWhoLooks) {
  const std::vector<Real> times = times_of(1, false);
  EXPECT_EQ(times_of(1, true), times);
  EXPECT_EQ(times_of(2, false), times);
  EXPECT_EQ(times_of(3, true), times);
}

TEST(StepControl, WhoeverLooksAtTheFieldsGetsTheVerdictAtOnce) {
  on_ranks(1, [](Transport& transport) {
    SteppedRun r(transport, by_limits);
    r.begin(3);
    r.set(0.25, 0);
    EXPECT_TRUE(r.step());
    EXPECT_FALSE(r.step(true));
    EXPECT_EQ(r.clock.iteration(), 4);
    EXPECT_EQ(r.clock.state().rejected, 1);
  });
}

TEST(StepControl, LimitsAreFoundAgainWhereParametersChange) {
  on_ranks(2, [](Transport& transport) {
    SteppedRun r(transport, by_limits);
    r.begin(2);
    r.set(transport.rank() == 1 ? 0.5 : 1, 0);
    r.control->look_again();
    EXPECT_EQ(r.clock.iteration(), 2);
    EXPECT_EQ(r.clock.state().next, 0.5);
    r.set(3, 0);
    r.control->look_again();
    EXPECT_EQ(r.clock.state().target, 3);
    EXPECT_FALSE(r.clock.pending());
    EXPECT_EQ(r.driver.at(0, r.driver.box().lo[0]), 3) << "no step was taken back";
  });
}

TEST(StepControl, AnEvaluationThatIsUnderWayAtTheEndIsDropped) {
  on_ranks(2, [](Transport& transport) {
    SteppedRun r(transport, by_limits);
    r.begin(3);
    r.set(0.25, 0);
    EXPECT_TRUE(r.step() && r.step());
    r.control->close();
    EXPECT_TRUE(r.control->settle());
    EXPECT_EQ(r.clock.iteration(), 5);
  });
}

TEST(StepControl, LimitsThatAreNoNumbersEndTheRunOnAllRanks) {
  on_ranks(3, [](Transport& transport) {
    SteppedRun r(transport, by_limits);
    r.begin(3);
    if (transport.rank() == 1) r.driver.at(0, 4) = 0;
    if (transport.rank() == 2) r.driver.at(0, 6) = std::nan("");
    EXPECT_TRUE(r.step() && r.step());
    try {
      r.step();
      FAIL() << "accepted";
    } catch (const Error& error) {
      const Problem& problem = error.problems().front();
      EXPECT_EQ(problem.slug, "time/step-limit");
      EXPECT_THAT(problem.message, HasSubstr("T::limit limits the step to 0,"));
      EXPECT_THAT(problem.notes.front(),
                  HasSubstr("x = (0.142857) m, by the fields of iteration 4"));
      EXPECT_EQ(error.exit_code(), exit_health);
    }
  });
}

TEST(StepControl, RepeatedStepsByErrorsAreJudgedAgain) {
  on_ranks(2, [](Transport& transport) {
    SteppedRun r(transport, by_errors);
    r.begin(0);
    Real longest = 1;
    for (int rejections = 1; rejections <= 2; ++rejections) {
      EXPECT_LE(r.clock.state().next, longest);
      longest = r.clock.state().next / 4;
      if (transport.rank() == 1) r.set(1, 16);
      EXPECT_FALSE(r.step());
      EXPECT_EQ(r.clock.iteration(), 0);
      EXPECT_EQ(r.clock.state().rejections, rejections);
      EXPECT_EQ(r.driver.at(1, r.driver.box().lo[0]), 0);
    }
    EXPECT_LE(r.clock.state().next, longest);
    r.set(1, 0.5);
    EXPECT_TRUE(r.step());
    EXPECT_EQ(r.clock.iteration(), 1);
  });
}

TEST(StepControl, ARestartJudgesTheStepThatACheckpointWaitedFor) {
  on_ranks(1, [](Transport& transport) {
    SteppedRun before(transport, by_errors);
    before.begin(0);
    ASSERT_TRUE(before.clock.pending() && !before.clock.pending()->limit);
    SteppedRun after(transport, by_errors, before.clock.state());
    after.set(1, 16);
    EXPECT_FALSE(after.step());
    EXPECT_EQ(after.clock.iteration(), 0);
    EXPECT_LE(after.clock.state().next, 0.25);
  });
}

TEST(StepControl, ADriverThatShowsNoBlocksIsRefused) {
  LocalWorld world(1);
  LocalTransport transport(world, 0);
  SteppedRun r(transport, by_limits);
  PlainDriver plain;
  try {
    StepControl(r.run, r.clock, plain, r.driver, transport, r.scalars, r.state);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().front().slug, "time/adaptive-driver");
  }
}

}  // namespace
}  // namespace cardon

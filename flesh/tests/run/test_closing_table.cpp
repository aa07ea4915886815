// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/kit/tuning/rank_report.hpp>

#include "run/closing_table.hpp"

namespace cardon::test {
namespace {

using testing::HasSubstr;

Timings timings() {
  Timings t;
  t.tasks.push_back({.calls = 3, .points = 30, .needed_points = 27, .compute = 4, .boundary = 2});
  t.links.push_back({.name = "intra",
                     .exchanges = 3,
                     .pack = 0.25,
                     .poll = 0.5,
                     .wait = 1,
                     .unpack = 0.125,
                     .copy = 0.0625,
                     .flight = 6,
                     .exposed = 1.5});
  return t;
}

Program program() {
  Program p;
  p.tasks.emplace_back().name = "Thorn::task";
  return p;
}

TEST(ClosingTable, RowsSumToAllThatIsMeasured) {
  double sum = 0;
  for (const TimeRow& row : time_rows(program(), {timings()}, {})) sum += row.mean;
  EXPECT_DOUBLE_EQ(sum, 7.9375);
  EXPECT_DOUBLE_EQ(measured_seconds(timings()), sum);
}

TEST(ClosingTable, BoundariesFilledWithATaskHaveARowOfTheirOwn) {
  const auto rows = time_rows(program(), {timings()}, {});
  EXPECT_THAT(performance_tsv(rows), HasSubstr("Thorn::task\t3\t30\t4\t4\t4\t1\n"
                                               "boundary conditions after Thorn::task\t3\t0\t2\t"));
}

TEST(ClosingTable, ATaskThatFillsBoundariesHasOneRow) {
  Program filling = program();
  filling.tasks[0].name = "boundary of Thorn::field";
  filling.tasks[0].kind = Task::boundary;
  Timings filled = timings();
  filled.tasks[0].compute = 0;
  const std::string text = performance_tsv(time_rows(filling, {filled}, {}));
  EXPECT_THAT(text, HasSubstr("\nboundary of Thorn::field\t3\t0\t2\t"));
  EXPECT_THAT(text, testing::Not(HasSubstr("boundary conditions after")));
}

TEST(ClosingTable, PollingIsAPhaseOfTheExchange) {
  const auto rows = time_rows(program(), {timings()}, {});
  EXPECT_THAT(performance_tsv(rows), HasSubstr("exchange intra: poll\t3\t0\t0.5\t"));
}

TEST(ClosingTable, CallsThatAreNotCountedAreADash) {
  const auto rows = time_rows(program(), {timings()}, {{"output", {0.75}}});
  EXPECT_THAT(performance_tsv(rows), HasSubstr("output\t-\t0\t0.75\t"));
  EXPECT_THAT(closing_table(rows), testing::ContainsRegex("output +- +0.7500"));
}

TEST(ClosingTable, TimingsSinceABaselineLeaveOutItsPolling) {
  EXPECT_DOUBLE_EQ(difference(timings(), timings()).links[0].poll, 0);
}

}  // namespace
}  // namespace cardon::test

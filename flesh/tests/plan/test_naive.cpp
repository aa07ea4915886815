// SPDX-License-Identifier: Apache-2.0
// The planner, with its forward pass and its memory, plans exactly what the slow search plans.
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>

#include "naive_plan.hpp"
#include "plan/cyclic_sequence.hpp"
#include "plans/print.hpp"
#include "random_case.hpp"
#include "toy_run.hpp"
#include "walk.hpp"

namespace cardon::plan {
namespace {

std::string text(const std::vector<Operation>& operations, const PlanInput& input) {
  std::string lines;
  for (const std::string& line : print(Segment{operations, 0}, input)) lines += line + "\n";
  return lines;
}

// The first of `cases` random cases in which a planner with these rules differs from the slow
// search; 0 if none.
std::uint64_t first_difference(const Rules& rules, std::uint64_t cases, bool report) {
  for (std::uint64_t seed = 1; seed <= cases; ++seed) {
    const RandomCase random_case(seed);
    SiteLinks links;
    const PlanInput input = site_input(random_case, random_case.sites[0], links);
    const CyclicSequence sequence(random_case.steps, {});
    Planner planner(input, sequence, rules);
    const auto expected = naive_plan(input, random_case.steps);
    std::vector<Operation> found;
    try {
      found = walk(planner, planner.start());
    } catch (const Bug&) {
      return seed;
    }
    if (found == expected) continue;
    if (report) {
      ADD_FAILURE() << random_case.describe() << "planned\n"
                    << text(found, input) << "expected\n"
                    << text(expected, input);
    }
    return seed;
  }
  return 0;
}

constexpr std::uint64_t cases = 1500;

TEST(PlannerOptimal, PlansWhatTheSlowSearchPlans) {
  EXPECT_EQ(first_difference(Rules(), cases, true), 0u);
}

struct StopsEarly : Rules {
  int usable(int depth) const override { return depth > 3 ? depth - 1 : depth; }
};
struct MostFieldsLive : Rules {
  bool better(const ExchangePoint& a, const ExchangePoint& b) const override {
    return a.slots_sent > b.slots_sent;
  }
};
struct AlwaysFarthest : Rules {
  bool better(const ExchangePoint&, const ExchangePoint&) const override { return false; }
};
struct AnywhereInTheStep : Rules {
  bool better(const ExchangePoint& a, const ExchangePoint& b) const override {
    return a.slots_sent < b.slots_sent;
  }
};

struct AlwaysLate : Rules {
  bool no_more_often(int, int) const override { return false; }
};
struct OftenAtStepStarts : Rules {
  bool no_more_often(int, int) const override { return true; }
};
struct MoreAtStepStarts : Rules {
  bool sends_less(int starts, int late) const override { return starts <= late; }
};
struct AnythingAtStepStarts : Rules {
  bool sends_less(int, int) const override { return true; }
};

TEST(PlannerOptimal, EveryWorseChoiceIsNoticed) {
  EXPECT_NE(first_difference(StopsEarly(), cases, false), 0u);
  EXPECT_NE(first_difference(MostFieldsLive(), cases, false), 0u);
  EXPECT_NE(first_difference(AlwaysFarthest(), cases, false), 0u);
  EXPECT_NE(first_difference(AnywhereInTheStep(), cases, false), 0u);
  EXPECT_NE(first_difference(AlwaysLate(), cases, false), 0u);
  EXPECT_NE(first_difference(AnythingAtStepStarts(), cases, false), 0u);
  EXPECT_NE(first_difference(OftenAtStepStarts(), cases, false), 0u);
  EXPECT_NE(first_difference(MoreAtStepStarts(), cases, false), 0u);
}

}  // namespace
}  // namespace cardon::plan

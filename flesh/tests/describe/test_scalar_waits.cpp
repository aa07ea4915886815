// SPDX-License-Identifier: Apache-2.0
// When ranks wait for scalars, and for how long at least.
#include <gmock/gmock.h>

#include "describe/scalar_waits.hpp"
#include "hand_made.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Machine chain(const std::vector<Real>& latencies) {
  Machine machine;
  for (std::size_t s = 0; s <= latencies.size(); ++s)
    machine.sites.push_back({.name = "site" + std::to_string(s), .ranks = {int(s)}});
  for (std::size_t s = 0; s < latencies.size(); ++s)
    machine.links.push_back(
        {.name = "link", .sites = {int(s) + 1, int(s)}, .latency = latencies[s]});
  return machine;
}

std::vector<std::string> lines_of(const HandMade& made, const Machine& machine = chain({})) {
  return scalar_wait_lines(made.program, machine);
}

// Two scalars that the first task of a step reduces.
struct Reduced : HandMade {
  Reduced() {
    total = scalar("total");
    largest = scalar("largest");
    add(&Program::step, "sum", Bin::pre_step, reducer({total, largest}));
  }
  int total = 0, largest = 0;
};

TEST(ScalarWaits, AreNoneWhereNobodyReadsAScalar) {
  EXPECT_THAT(lines_of(HandMade()), IsEmpty());
  EXPECT_THAT(lines_of(Reduced(), chain({0.1})), IsEmpty());
}

TEST(ScalarWaits, CombineAllThatIsReducedBeforeTheFirstReader) {
  Reduced made;
  made.add(&Program::step, "use", Bin::post_step, reader(made.total));
  made.add(&Program::step, "use_largest", Bin::post_step, reader(made.largest));
  made.add(&Program::step, "use_again", Bin::post_step, reader(made.total));
  EXPECT_THAT(lines_of(made),
              ElementsAre("  all ranks wait for each other once in a step: before Wave::use"));
}

TEST(ScalarWaits, ComeAgainAfterAnotherReduction) {
  Reduced made;
  made.add(&Program::step, "use", Bin::evolve, reader(made.total));
  made.add(&Program::step, "sum_again", Bin::post_step, reducer({made.largest}));
  made.add(&Program::step, "use_again", Bin::post_step, reader(made.largest));
  EXPECT_THAT(lines_of(made), ElementsAre("  all ranks wait for each other 2 times in a step: "
                                          "before Wave::use, Wave::use_again"));
}

TEST(ScalarWaits, AreThoseOfTasksOfScalarsToo) {
  Reduced made;
  made.add(&Program::step, "later", Bin::post_step);
  made.add_scalar_task(1, "count", reader(made.total));
  EXPECT_THAT(lines_of(made),
              ElementsAre("  all ranks wait for each other once in a step: before Wave::count"));
  made.program.step_scalars[0].position = 0;
  EXPECT_THAT(lines_of(made), ElementsAre("  all ranks wait for each other once in a step: before "
                                          "the next step"));
}

TEST(ScalarWaits, TakeTheWholeChainOfSites) {
  Reduced made;
  made.add(&Program::step, "use", Bin::post_step, reader(made.total));
  EXPECT_THAT(lines_of(made, chain({0.01, 0.0205})),
              ElementsAre("  all ranks wait for each other once in a step, at least 30.5 ms each "
                          "time: before Wave::use"));
  EXPECT_THAT(lines_of(made, chain({1e-6})),
              ElementsAre("  all ranks wait for each other once in a step, at least 0.001 ms each "
                          "time: before Wave::use"));
  Machine unknown_link = chain({0.01, 0.02, 0.04});
  unknown_link.links.erase(unknown_link.links.begin() + 1);
  EXPECT_THAT(lines_of(made, unknown_link),
              ElementsAre("  all ranks wait for each other once in a step, at least 50 ms each "
                          "time: before Wave::use"));
}

TEST(ScalarWaits, AreNoneForStates) {
  HandMade made;
  const int n = made.scalar("n", true);
  made.add(&Program::step, "use", Bin::post_step, reader(n));
  EXPECT_THAT(lines_of(made, chain({0.1})), IsEmpty());
  made.add(&Program::step, "compare", Bin::post_step, reader(n, 2));
  EXPECT_THAT(lines_of(made, chain({0.1})),
              ElementsAre("  Wave::n is read 2 steps later, without a message"));
}

TEST(ScalarWaits, TakeTheSmallestLagAndARoundTrip) {
  Reduced made;
  for (const int lag : {4, 1, 3})
    made.add(&Program::step, "use", Bin::post_step, reader(made.total, lag));
  made.add_scalar_task(0, "count", reader(made.largest, 2));
  EXPECT_THAT(lines_of(made, chain({0.025})),
              ElementsAre("  Wave::total is read 1 step later, after a round trip to rank 0, "
                          "which takes at least 50 ms",
                          "  Wave::largest is read 2 steps later, after a round trip to rank 0, "
                          "which takes at least 50 ms"));
  EXPECT_THAT(lines_of(made).front(),
              "  Wave::total is read 1 step later, after a round trip to rank 0");
}

TEST(ScalarWaits, ForALagAreNoneWhereTheSameStepWaitsAnyway) {
  Reduced made;
  made.add(&Program::step, "use", Bin::post_step, reader(made.total));
  made.add(&Program::step, "compare", Bin::post_step, reader(made.total, 2));
  EXPECT_THAT(lines_of(made),
              ElementsAre("  all ranks wait for each other once in a step: before Wave::use"));
}

TEST(ScalarWaits, AreBeforeTheNextStepForTheAnalysis) {
  Reduced made;
  made.add(&Program::analysis, "limit", Bin::analysis, reader(made.total));
  EXPECT_THAT(lines_of(made), ElementsAre("  all ranks wait for each other once in a step: before "
                                          "the next step"));
}

// The loop combines at the end of a step what is left of scalars that any task reads without a lag.
TEST(ScalarWaits, AreBeforeTheNextStepForTasksOfOtherBins) {
  const std::string wait = "  all ranks wait for each other once in a step: before the next step";
  for (const bool initial : {true, false}) {
    Reduced made;
    made.add(initial ? &Program::initial : &Program::terminate, "look",
             initial ? Bin::initial : Bin::terminate, reader(made.total));
    made.add(&Program::step, "compare", Bin::post_step, reader(made.total, 3));
    EXPECT_THAT(lines_of(made), ElementsAre(wait));
  }
}

}  // namespace
}  // namespace cardon

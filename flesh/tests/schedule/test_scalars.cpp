// SPDX-License-Identifier: Apache-2.0
// Scalars that tasks read: the order that follows, what is wrong, what it costs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "describe/describe_schedule.hpp"
#include "describe/scalar_waits.hpp"
#include "toy.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// "slug: message" of each problem.
std::vector<std::string> told(Toy& toy) {
  std::vector<std::string> all;
  for (const Problem& p : toy.problems()) all.push_back(p.slug + ": " + p.message);
  return all;
}

Machine two_sites(Real latency) {
  Machine machine;
  machine.sites = {{.name = "a", .ranks = {0}}, {.name = "b", .ranks = {1}}};
  machine.links = {{.name = "a-b", .sites = {0, 1}, .latency = latency}};
  return machine;
}

TEST(ScalarsOfAStep, AreReducedBeforeTheyAreRead) {
  Toy toy;
  ToyThorn thorn = toy.thorn("Look");
  thorn.scalar("total").auxiliary("a");
  thorn.at(PostStep, "use").reads_scalar("total").writes("a");
  thorn.at(PostStep, "sum").reduces("total");
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.step), ElementsAre("Look::sum", "Look::use"));
  EXPECT_EQ(task(program, "Look::use").reads_scalars[0].declared, "total");
}

TEST(ScalarsOfAStep, AreReadByOtherThornsAndInEveryStage) {
  Toy toy;
  toy.rk4();
  add_wave(toy);
  ToyThorn thorn = toy.thorn("Look");
  thorn.scalar("total").auxiliary("a");
  thorn.at(EvolveRhs, "sum").reads("WaveMoL::phi").reduces("total");
  toy.thorn("Other").auxiliary("b").at(EvolveRhs, "use").reads_scalar("Look::total").writes("b");
  const Program program = toy.build();
  EXPECT_THAT(scalar_wait_lines(program, Machine{}),
              ElementsAre("  all ranks wait for each other 4 times in a step: before Other::use "
                          "[1/4], Other::use [2/4], Other::use [3/4], Other::use [4/4]"));
}

TEST(ScalarsOfAStep, CostAWaitThatIsStated) {
  Toy toy;
  ToyThorn thorn = toy.thorn("Look");
  thorn.scalar("total").auxiliary("a");
  thorn.at(PreStep, "sum").reduces("total");
  thorn.at(PostStep, "use").reads_scalar("total").writes("a");
  EXPECT_THAT(scalar_wait_lines(toy.build(), two_sites(0.075)),
              ElementsAre("  all ranks wait for each other once in a step, at least 75 ms each "
                          "time: before Look::use"));
  EXPECT_THAT(describe_schedule(toy.build()).back(),
              HasSubstr("reads total (all ranks wait); writes a"));
}

TEST(ScalarsOfAStep, ReadByALimitOfTheStepCostAWaitBeforeTheNext) {
  const auto lines = [](int lag) {
    Toy toy;
    ToyThorn thorn = toy.thorn("Look");
    thorn.scalar("total").scalar("limit").auxiliary("a");
    thorn.at(Initial, "fill").writes("a");
    thorn.at(PostStep, "sum").reads("a").reduces("total");
    thorn.at(Analysis, "limit").reads("a").reads_scalar("total", lag).reduces("limit");
    return scalar_wait_lines(toy.build(), Machine{});
  };
  EXPECT_THAT(lines(0), ElementsAre("  all ranks wait for each other once in a step: before the "
                                    "next step"));
  EXPECT_THAT(lines(2),
              ElementsAre("  Look::total is read 2 steps later, after a round trip to rank 0"));
}

TEST(ScalarsOfAStep, ThatLagCostTheWayToRankZero) {
  Toy toy;
  ToyThorn thorn = toy.thorn("Look");
  thorn.scalar("total").auxiliary("a");
  thorn.at(Initial, "first").reduces("total");
  thorn.at(PostStep, "sum").reduces("total");
  thorn.at(PreStep, "use").reads_scalar("total", 3).writes("a");
  EXPECT_THAT(scalar_wait_lines(toy.build(), two_sites(0.075)),
              ElementsAre("  Look::total is read 3 steps later, after a round trip to rank 0, "
                          "which takes at least 150 ms"));
  EXPECT_THAT(describe_schedule(toy.build()),
              testing::Contains(HasSubstr("reads lagged(total, 3)")));
}

TEST(ScalarsOfAStep, OfInitialAloneCostNothingLater) {
  Toy toy;
  ToyThorn thorn = toy.thorn("Look");
  thorn.scalar("total").auxiliary("a");
  thorn.at(Initial, "first").reduces("total");
  thorn.at(PreStep, "use").reads_scalar("total").writes("a");
  EXPECT_THAT(scalar_wait_lines(toy.build(), two_sites(0.075)), IsEmpty());
}

TEST(ScalarsOfAStep, CannotBeReadBeforeTheyAreThere) {
  const auto problem = [](Bin reduced, Bin read, int lag = 0) {
    Toy toy;
    ToyThorn thorn = toy.thorn("Look");
    thorn.scalar("total").auxiliary("a");
    thorn.at(reduced, "sum").reduces("total");
    thorn.at(read, "use").reads_scalar("total", lag).writes("a");
    const std::vector<std::string> all = told(toy);
    return all.empty() ? "" : all.front();
  };
  EXPECT_EQ(problem(PostStep, PreStep),
            "schedule/scalar-order: Look::use reads total before it is reduced");
  EXPECT_EQ(problem(PostStep, PreStep, 1), "");
  EXPECT_EQ(
      problem(PostStep, Initial),
      "schedule/scalar-order: Look::use reads total in Initial, but no task reduces it there");
  EXPECT_EQ(problem(Analysis, PostStep),
            "schedule/scalar-order: Look::use reads Look::total, which Look::sum reduces in "
            "Analysis");
  EXPECT_EQ(problem(PostStep, PreStep, 129),
            "schedule/scalar-order: Look::use reads total of 129 steps before");
  EXPECT_EQ(problem(PostStep, PreStep, -1),
            "schedule/scalar-order: Look::use reads total of -1 steps before");
}

TEST(ScalarsOfAStep, CannotBeReadByTheTaskThatReducesThem) {
  Toy toy;
  ToyThorn thorn = toy.thorn("Look");
  thorn.scalar("total");
  thorn.at(PostStep, "sum").reduces("total").reads_scalar("total");
  EXPECT_THAT(told(toy), ElementsAre(HasSubstr("Look::sum reads total before it is reduced")));
}

TEST(ScalarsOfAStep, OfStagesAreReadInStages) {
  Toy toy;
  toy.rk4();
  add_wave(toy);
  ToyThorn thorn = toy.thorn("Look");
  thorn.scalar("total").auxiliary("a");
  thorn.at(EvolveRhs, "sum").reduces("total");
  thorn.at(PostStep, "use").reads_scalar("total").writes("a");
  EXPECT_THAT(told(toy),
              ElementsAre("schedule/scalar-order: Look::sum reduces Look::total in every "
                          "stage of EvolveRhs, but no task there reads it"));
}

TEST(ScalarsOfAStep, HaveOneTaskThatReducesThemBesidesInitial) {
  Toy toy;
  ToyThorn thorn = toy.thorn("Look");
  thorn.scalar("total").auxiliary("a");
  thorn.at(Initial, "first").reduces("total");
  thorn.at(PreStep, "sum").reduces("total");
  thorn.at(PostStep, "again").reduces("total");
  thorn.at(PostStep, "use").reads_scalar("total", 1).writes("a");
  EXPECT_THAT(told(toy), ElementsAre("schedule/scalar-twice: Look::total is reduced by Look::sum "
                                     "and by Look::again"));
}

TEST(ScalarsOfAStep, AreLookedForByName) {
  Toy toy;
  ToyThorn thorn = toy.thorn("Look");
  thorn.scalar("total").auxiliary("a");
  thorn.at(Analysis, "sum").reduces("total");
  thorn.at(PostStep, "use").reads_scalar("totl").writes("a");
  EXPECT_THAT(told(toy),
              ElementsAre("schedule/unknown-scalar: Look::use reads unknown scalar totl"));
}

}  // namespace
}  // namespace cardon

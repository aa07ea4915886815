// SPDX-License-Identifier: Apache-2.0
// Derived fields and scalars, and which tasks an output needs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "schedule/analysis.hpp"
#include "toy.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// u -> gradient -> energy -> total (a scalar), and u -> square apart from them.
void add_chain(Toy& toy) {
  add_leapfrog(toy);
  ToyThorn thorn = toy.thorn("Look");
  thorn.derives("energy").derives("gradient").derives("square").scalar("total");
  thorn.at(Analysis, "sum").reads("energy").reduces("total");
  thorn.at(Analysis, "energy").reads("gradient").writes("energy");
  thorn.at(Analysis, "gradient").reads("WaveToy::phi", 1).writes("gradient");
  thorn.at(Analysis, "square").reads("WaveToy::phi").writes("square");
}

std::vector<std::string> needed(const Program& program, const std::string& name) {
  for (const ScalarInfo& scalar : program.scalars) {
    if (scalar.name == name) return names(program, analysis_tasks(program, {}, {&scalar}));
  }
  return names(program, analysis_tasks(program, {&field(program, name)}, {}));
}

TEST(Analysis, RunsInTheOrderOfTheData) {
  Toy toy;
  add_chain(toy);
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.analysis),
              ElementsAre("Look::gradient", "Look::energy", "Look::sum", "Look::square"));
}

TEST(Analysis, RunsOnlyWhatAnOutputNeeds) {
  Toy toy;
  add_chain(toy);
  const Program program = toy.build();
  EXPECT_THAT(needed(program, "phi"), IsEmpty());
  EXPECT_THAT(needed(program, "square"), ElementsAre("Look::square"));
  EXPECT_THAT(needed(program, "energy"), ElementsAre("Look::gradient", "Look::energy"));
  EXPECT_THAT(needed(program, "total"), ElementsAre("Look::gradient", "Look::energy", "Look::sum"));
}

TEST(Analysis, FillsFacesOfWhatIsComputedWithAStencil) {
  Toy toy;
  const ToyBoundary flat(1);
  add_chain(toy);
  toy.boundary(flat, "neumann");
  const Program program = toy.build();
  EXPECT_THAT(needed(program, "energy"),
              ElementsAre("Look::gradient", "boundary of Look::gradient", "Look::energy"));
  EXPECT_EQ(task(program, "Look::gradient").region, Region::interior);
  EXPECT_EQ(task(program, "Look::energy").region, Region::everywhere);
  EXPECT_EQ(task(program, "boundary of Look::gradient").time_fraction, 1);
}

TEST(Analysis, RadiativeFacesAreFilledToo) {
  Toy toy;
  const ToyBoundary radiative(1, true);
  add_chain(toy);
  const_cast<ThornDeclaration*>(toy.input.thorns[0])->radiations.push_back({"phi", "speed", 0});
  toy.boundary(radiative, "radiative");
  const Program program = toy.build();
  EXPECT_TRUE(task(program, "boundary of Look::gradient").faces[0][0]);
}

TEST(Analysis, MustNotChangeTheAnswer) {
  Toy toy;
  add_leapfrog(toy);
  ToyThorn thorn = toy.thorn("Look");
  thorn.auxiliary("a");
  thorn.at(Initial, "start").writes("a");
  thorn.at(Analysis, "meddle").reads("WaveToy::phi").writes("WaveToy::phi");
  thorn.at(Analysis, "mark").writes("a");
  EXPECT_EQ(toy.errors(),
            "error: Look::meddle reads and writes WaveToy::phi in Analysis               "
            "[schedule/analysis-writes]\n"
            "   WaveToy::phi is evolved\n"
            "   Analysis tasks run only when an output needs them, and outputs must not change the "
            "answer\n"
            "   help: write a derived field, or move the task to PostStep\n"
            "error: Look::mark writes a in Analysis                                      "
            "[schedule/analysis-writes]\n"
            "   Look::start writes a in Initial\n"
            "   Analysis tasks run only when an output needs them, and outputs must not change the "
            "answer\n"
            "   help: write a derived field, or move the task to PostStep\n");
}

TEST(Derived, NeedsATaskThatComputesIt) {
  Toy toy;
  toy.thorn("Look").derives("energy");
  EXPECT_EQ(toy.errors(),
            "error: Look::energy is derived, but no task writes it                       "
            "[schedule/never-computed]\n"
            "   help: write energy in a task of Analysis\n");
}

TEST(Reductions, NeedATaskThatRuns) {
  static constexpr Parameter order{"order", 2, "Order", one_of(2, 4)};
  Toy toy;
  toy.value("order", 2L);
  ToyThorn thorn = toy.thorn("Look");
  thorn.parameter(declare(order)).scalar("total");
  thorn.at(Analysis, "sum").reduces("total").when("order", "4");
  EXPECT_EQ(toy.errors(),
            "error: Look::total is a scalar, but no task reduces it                      "
            "[schedule/never-computed]\n"
            "   Look::sum reduces total, but runs only when order = 4 (now 2)\n"
            "   help: reduce total in a task of Analysis\n");
}

TEST(Reductions, BelongToAnalysis) {
  Toy toy;
  ToyThorn thorn = toy.thorn("Look");
  thorn.scalar("total");
  thorn.at(PostStep, "sum").reduces("total");
  const std::vector<Problem> problems = toy.problems();
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].slug, "schedule/reduction-bin");
  EXPECT_EQ(problems[0].message, "Look::sum reduces Look::total in PostStep");
}

TEST(Derived, IsNotThereBeforeAnalysis) {
  Toy toy;
  ToyThorn thorn = toy.thorn("Look");
  thorn.derives("energy").auxiliary("a").auxiliary("late");
  thorn.at(Analysis, "energy").writes("energy").reads("late");
  thorn.at(PostStep, "use").reads("energy").writes("a");
  thorn.at(PostStep, "set").writes("late");
  EXPECT_EQ(toy.errors(),
            "error: Look::energy reads late in Analysis, but nothing has written it by then  "
            "[schedule/never-written]\n"
            "   Look::set writes late in PostStep\n"
            "   outputs of iteration 0 come before the first step\n"
            "   help: write late in a task of Initial\n"
            "error: Look::use reads energy in PostStep, but nothing has written it by then  "
            "[schedule/never-written]\n"
            "   Look::energy writes energy in Analysis\n"
            "   help: write energy in a task of PostStep, or read it in Analysis\n");
}

}  // namespace
}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
// In which order tasks run, and what is said where that is not clear.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "toy.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Order, FollowsFromWhatTasksReadAndWrite) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.auxiliary("a").auxiliary("b").auxiliary("c");
  thorn.at(Initial, "third").reads("b").writes("c");
  thorn.at(Initial, "second").reads("a").writes("b");
  thorn.at(Initial, "first").writes("a");
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.initial), ElementsAre("T::first", "T::second", "T::third"));
}

TEST(Order, IsThatOfActivationAndDeclarationWhereTheDataDoNotCare) {
  Toy toy;
  ToyThorn one = toy.thorn("Zeta");
  one.auxiliary("a").auxiliary("b");
  ToyThorn two = toy.thorn("Alpha");
  two.auxiliary("a");
  two.at(Initial, "x").writes("a");
  one.at(Initial, "z").writes("a");
  one.at(Initial, "y").writes("b");
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.initial), ElementsAre("Zeta::z", "Zeta::y", "Alpha::x"));
}

TEST(Order, AnUpdateComesAfterTheTaskThatWritesAfresh) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.auxiliary("a");
  thorn.at(Initial, "perturb").reads("a").writes("a");
  thorn.at(Initial, "set").writes("a");
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.initial), ElementsAre("T::set", "T::perturb"));
}

TEST(Order, BeforeOverridesTheFlowOfData) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.auxiliary("a").auxiliary("old");
  thorn.at(Initial, "set").writes("a");
  thorn.at(PreStep, "renew").writes("a");
  thorn.at(PreStep, "keep").reads("a").writes("old").before("renew");
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.step), ElementsAre("T::keep", "T::renew"));
}

TEST(Order, TasksOfOtherThornsAreNamedInFull) {
  Toy toy;
  ToyThorn one = toy.thorn("One");
  one.auxiliary("a");
  one.at(Initial, "set").writes("a").after("Two::set");
  ToyThorn two = toy.thorn("Two");
  two.at(Initial, "set").writes("One::a");
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.initial), ElementsAre("Two::set", "One::set"));
}

TEST(Order, OldLevelsDoNotWaitForNewOnesButReadersOfNewOnesDo) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.evolves("u").auxiliary("old").auxiliary("change");
  thorn.at(Initial, "start").writes("u");
  thorn.at(Evolve, "compare").reads("u", 0, next_level).reads("u").writes("change");
  thorn.at(Evolve, "step").reads("u", 1).writes("u", next_level);
  thorn.at(Evolve, "look").reads("u").writes("old");
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.step),
              ElementsAre("T::step", "T::compare", "T::look", "rotate levels"));
}

TEST(Order, RelationsToTasksThatDoNotRunAreVoid) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  static constexpr Parameter fast{"fast", false, "Take a short cut"};
  thorn.parameter(declare(fast)).auxiliary("a");
  toy.value("fast", false);
  toy.input.inactive = {"Absent"};
  thorn.at(Initial, "short_cut").writes("a").when("fast", "true");
  thorn.at(Initial, "set").writes("a").after("short_cut").before("Absent::whatever");
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.initial), ElementsAre("T::set"));
}

TEST(Ambiguous, TwoWritersOfOneField) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.auxiliary("a").auxiliary("b");
  thorn.at(Initial, "one").writes("a").writes("b");
  thorn.at(Initial, "two").writes("a").writes("b");
  EXPECT_EQ(toy.errors(),
            "error: T::one and T::two may run in either order in Initial                 "
            "[schedule/ambiguous]\n"
            "   both write a and b\n"
            "   help: add .after(\"one\") or .before(\"one\") to T::two\n");
}

TEST(Ambiguous, TwoWritersAreFineWhereAWayLeadsFromOneToTheOther) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.auxiliary("a");
  thorn.at(Initial, "three").writes("a").after("two");
  thorn.at(Initial, "two").after("one");
  thorn.at(Initial, "one").writes("a");
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.initial), ElementsAre("T::one", "T::two", "T::three"));
}

TEST(Ambiguous, AReaderAndAnUpdate) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.auxiliary("a").auxiliary("b");
  thorn.at(Initial, "set").writes("a");
  ToyThorn other = toy.thorn("Other");
  other.at(Initial, "damp").reads("T::a").writes("T::a");
  thorn.at(Initial, "copy").reads("a").writes("b");
  EXPECT_EQ(toy.errors(),
            "error: T::copy and Other::damp may run in either order in Initial           "
            "[schedule/ambiguous]\n"
            "   T::copy reads a, which Other::damp updates\n"
            "   help: add .after(\"T::copy\") or .before(\"T::copy\") to Other::damp\n");
}

TEST(Cycle, NamesTasksAndReasons) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.evolves("u").auxiliary("a").auxiliary("b");
  toy.euler();
  thorn.at(Initial, "start").writes("u").writes("a").writes("b");
  thorn.at(EvolveRhs, "one").reads("b").writes("a");
  thorn.at(EvolveRhs, "two").reads("a").writes("b");
  thorn.at(EvolveRhs, "rhs").reads("u").writes("u", rhs_level);
  EXPECT_EQ(
      toy.errors(),
      "error: T::one and T::two in EvolveRhs wait for each other                   "
      "[schedule/cycle]\n"
      "   T::two reads a, written by T::one\n"
      "   T::one reads b, written by T::two\n"
      "   help: correct .before() and .after(), or let one of the tasks read another field\n");
}

TEST(Cycle, OfDeclaredRelations) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.at(Initial, "one").after("three");
  thorn.at(Initial, "two").before("three").after("one");
  thorn.at(Initial, "three");
  thorn.at(PreStep, "alone").before("alone");
  EXPECT_EQ(
      toy.errors(),
      "error: T::one, T::two and T::three in Initial wait for each other           "
      "[schedule/cycle]\n"
      "   T::two is declared after T::one\n"
      "   T::two is declared before T::three\n"
      "   T::one is declared after T::three\n"
      "   help: correct .before() and .after(), or let one of the tasks read another field\n"
      "error: T::alone in PreStep waits for itself                                 "
      "[schedule/cycle]\n"
      "   T::alone is declared before T::alone\n"
      "   help: correct .before() and .after(), or let one of the tasks read another field\n");
}

TEST(Relations, ToUnknownTasks) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.at(Initial, "gaussian");
  thorn.at(Initial, "second").after("gausian").before("Wav::x");
  toy.input.inactive = {"Wave"};
  EXPECT_EQ(toy.errors(),
            "error: T::second is declared before Wav::x, but thorn Wav is not active     "
            "[schedule/inactive-thorn]\n"
            "   did you mean Wave?\n"
            "   active thorns: T\n"
            "   help: add Wav to thorns: in the parameter file\n"
            "error: T::second is declared after unknown task gausian                     "
            "[schedule/unknown-task]\n"
            "   did you mean gaussian?\n"
            "   T has: gaussian, second\n"
            "   help: correct the name in .after()\n");
}

TEST(Relations, AgainstTheOrderOfTheBins) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.at(PostStep, "late").before("early");
  thorn.at(PreStep, "early");
  EXPECT_EQ(toy.errors(),
            "error: T::late is declared before T::early, which is impossible             "
            "[schedule/order-of-bins]\n"
            "   T::late is in PostStep, which comes after PreStep\n"
            "   help: remove the relation, or move one of the tasks to another bin\n");
}

}  // namespace
}  // namespace cardon

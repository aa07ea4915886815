// SPDX-License-Identifier: Apache-2.0
// Names that lead nowhere, conditions, and declarations that contradict each other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "toy.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;

std::vector<std::string> slugs(Toy& toy) {
  std::vector<std::string> slugs;
  for (const Problem& problem : toy.problems()) slugs.push_back(problem.slug);
  return slugs;
}

TEST(Fields, UnknownOnesGetASuggestion) {
  Toy toy;
  ToyThorn thorn = toy.thorn("WaveToy");
  thorn.evolves("phi").evolves("chi");
  thorn.at(Initial, "start").writes("phi").writes("cgi");
  EXPECT_EQ(toy.errors(),
            "error: WaveToy::start writes unknown field cgi                              "
            "[schedule/unknown-field]\n"
            "   did you mean chi?\n"
            "   WaveToy has: phi, chi\n"
            "   help: declare it in WaveToy, or correct its name\n");
}

TEST(Fields, OfAnotherThornNeedItsName) {
  Toy toy;
  toy.thorn("Hydro").auxiliary("rho").at(Initial, "start").writes("rho");
  toy.thorn("Gravity").at(Initial, "solve").reads("rho");
  EXPECT_EQ(toy.errors(),
            "error: Gravity::solve reads unknown field rho                               "
            "[schedule/unknown-field]\n"
            "   did you mean Hydro::rho?\n"
            "   Gravity declares no field\n"
            "   help: declare it in Gravity, or correct its name\n");
}

TEST(Fields, OfAThornThatIsNotActive) {
  Toy toy;
  toy.thorn("Gravity").at(Initial, "solve").reads("Hydro::rho");
  toy.input.inactive = {"Hydro"};
  EXPECT_EQ(toy.errors(),
            "error: Gravity::solve reads Hydro::rho, but thorn Hydro is not active       "
            "[schedule/inactive-thorn]\n"
            "   active thorns: Gravity\n"
            "   help: add Hydro to thorns: in the parameter file\n");
}

TEST(Fields, TwoThornsMayUseOneName) {
  Toy toy;
  ToyThorn one = toy.thorn("One");
  one.auxiliary("a");
  one.at(Initial, "set").writes("a");
  ToyThorn two = toy.thorn("Two");
  two.auxiliary("a");
  two.at(Initial, "set").writes("a").reads("One::a");
  const Program program = toy.build();
  ASSERT_EQ(program.fields.size(), 2u);
  EXPECT_EQ(program.fields[1].full_name(), "Two::a");
  const Task& set = task(program, "Two::set");
  EXPECT_EQ(set.bindings[0].field, 0);
  EXPECT_EQ(set.bindings[0].declared, "One::a");
  EXPECT_EQ(set.bindings[1].field, 1);
}

TEST(Fields, OneThornMayNot) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.field("B", Role::auxiliary, 0, Tensor::vector).auxiliary("B_x").scalar("s").scalar("s");
  thorn.at(Initial, "set").writes("B");
  thorn.at(PreStep, "set");
  thorn.at(Analysis, "sum").reduces("s");
  EXPECT_EQ(toy.errors(),
            "error: T declares field B_x twice                                           "
            "[schedule/duplicate-field]\n"
            "   help: give one of them another name\n"
            "error: T declares scalar s twice                                            "
            "[schedule/duplicate-scalar]\n"
            "   help: give one of them another name\n"
            "error: T declares task set twice                                            "
            "[schedule/duplicate-task]\n"
            "   help: give one of them another name\n");
}

TEST(Scalars, AreFoundByName) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.scalar("energy");
  toy.thorn("U").at(Analysis, "sum").reduces("T::energy");
  EXPECT_THAT(task(toy.build(), "U::sum").scalars, ElementsAre(0));
  thorn.at(Analysis, "sum").reduces("enrgy");
  EXPECT_EQ(toy.errors(),
            "error: T::sum reduces unknown scalar enrgy                                  "
            "[schedule/unknown-scalar]\n"
            "   did you mean energy?\n"
            "   T has: energy\n"
            "   help: declare it in T, or correct its name\n");
}

TEST(Scalars, AreReducedOnce) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.scalar("energy");
  thorn.at(Analysis, "one").reduces("energy");
  thorn.at(Analysis, "two").reduces("energy");
  EXPECT_EQ(toy.errors(),
            "error: T::energy is reduced by T::one and by T::two                         "
            "[schedule/scalar-twice]\n"
            "   help: reduce it in one task, or declare a scalar for each\n");
}

TEST(Conditions, ChooseTasks) {
  static constexpr Parameter kind{"kind", "flat", "Initial data", one_of("flat", "gaussian")};
  static constexpr Parameter order{"order", 2, "Order of accuracy"};
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.parameter(declare(kind)).parameter(declare(order)).auxiliary("a").auxiliary("b");
  thorn.at(Initial, "flat").writes("a").when("kind", "flat");
  thorn.at(Initial, "gaussian").writes("a").when("kind", "gaussian");
  thorn.at(Initial, "second").reads("a", 1).writes("b").when("order", "2").when("kind", "gaussian");
  thorn.at(Initial, "fourth").reads("a", 2).writes("b").when("order", "4");
  toy.value("kind", std::string("gaussian"));
  toy.value("order", 2L);
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.initial), ElementsAre("T::gaussian", "T::second"));
  EXPECT_EQ(program.grid.radius[0], 1);
}

TEST(Conditions, OnWhatDoesNotExist) {
  static constexpr Parameter kind{"kind", "flat", "Initial data", one_of("flat", "gaussian")};
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.parameter(declare(kind));
  toy.value("kind", std::string("flat"));
  thorn.at(Initial, "one").when("knd", "flat");
  thorn.at(Initial, "two").when("kind", "gausian");
  EXPECT_EQ(toy.errors(),
            "error: T::one runs when knd = flat, but T has no parameter knd              "
            "[schedule/unknown-parameter]\n"
            "   did you mean kind?\n"
            "   T has: kind\n"
            "   help: name a parameter of the thorn itself in .when()\n"
            "error: the condition kind = gausian of T::two can never hold                "
            "[schedule/impossible-condition]\n"
            "   did you mean gaussian?\n"
            "   kind is one of flat, gaussian\n"
            "   help: name one of these values in .when()\n");
}

// As thorns in C and Fortran give them: as text.
TEST(Conditions, CompareValuesAndNotTheirSpelling) {
  static constexpr Parameter speed{"speed", 1.0, "Speed"};
  static constexpr Parameter order{"order", 2, "Order of accuracy"};
  static constexpr Parameter damp{"damp", true, "Damps"};
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.parameter(declare(speed)).parameter(declare(order)).parameter(declare(damp));
  thorn.auxiliary("a").auxiliary("b").auxiliary("c").auxiliary("d");
  thorn.at(Initial, "real").writes("a").when("speed", "1.0");
  thorn.at(Initial, "whole").writes("b").when("order", "2.0");
  thorn.at(Initial, "boolean").writes("c").when("damp", "true");
  thorn.at(Initial, "idle").writes("d").when("speed", "1.5");
  toy.value("speed", Real{1});
  toy.value("order", 2L);
  toy.value("damp", true);
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.initial), ElementsAre("T::real", "T::whole", "T::boolean"));
}

TEST(Conditions, ThatCannotBeReadAreNotIdleInSilence) {
  static constexpr Parameter damp{"damp", true, "Damps"};
  static constexpr Parameter order{"order", 2, "Order of accuracy", at_least(1)};
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.parameter(declare(damp)).parameter(declare(order));
  toy.value("damp", true);
  toy.value("order", 2L);
  thorn.at(Initial, "one").when("damp", ".true.");
  thorn.at(Initial, "two").when("order", "two");
  thorn.at(Initial, "three").when("order", "0");
  EXPECT_THAT(slugs(toy),
              ElementsAre("schedule/impossible-condition", "schedule/impossible-condition",
                          "schedule/impossible-condition"));
  EXPECT_THAT(toy.errors(),
              testing::HasSubstr("the condition damp = .true. of T::one can never hold"));
  EXPECT_THAT(toy.errors(), testing::HasSubstr("damp is true or false"));
}

TEST(Problems, AreAllReportedAtOnceWithoutFalseOnes) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.evolves("u").scalar("s");
  thorn.at(Initial, "start").writes("v");  // so nobody writes u: not worth a word
  thorn.at(Evolve, "step").reads("u", -1).writes("u", next_level).reduces("x").after("nobody");
  EXPECT_THAT(slugs(toy), ElementsAre("schedule/unknown-field", "schedule/negative-radius",
                                      "schedule/unknown-scalar", "schedule/unknown-task"));
}

}  // namespace
}  // namespace cardon

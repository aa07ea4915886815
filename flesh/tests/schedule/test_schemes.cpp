// SPDX-License-Identifier: Apache-2.0
// Well-known schemes from declarations to programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "toy.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;

std::vector<std::string> field_names(const Program& program) {
  std::vector<std::string> names;
  for (const GridFunction& f : program.fields) names.push_back(f.name);
  return names;
}

TEST(Leapfrog, RunsOneTaskAndRotates) {
  Toy toy;
  add_leapfrog(toy);
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.initial), ElementsAre("WaveToy::gaussian"));
  EXPECT_THAT(names(program, program.step), ElementsAre("WaveToy::evolve", "rotate levels"));
  EXPECT_THAT(task(program, "rotate levels").fields, ElementsAre(0));
  EXPECT_EQ(program.grid.radius, (Index3{1, 1, 1}));
}

TEST(Leapfrog, StoresTheNextLevelOverTheOldest) {
  Toy toy;
  add_leapfrog(toy);
  const Program program = toy.build();
  EXPECT_TRUE(field(program, "phi").has_next);
  EXPECT_TRUE(field(program, "phi").overwrites);
  EXPECT_EQ(field(program, "phi").arrays(), 2);
}

TEST(Leapfrog, FillsFacesOfEveryWrittenLevel) {
  Toy toy;
  const ToyBoundary flat(1);
  add_leapfrog(toy);
  toy.boundary(flat, "neumann");
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.initial),
              ElementsAre("WaveToy::gaussian", "boundary of WaveToy::phi",
                          "boundary of past(WaveToy::phi)"));
  EXPECT_THAT(names(program, program.step),
              ElementsAre("WaveToy::evolve", "boundary of next(WaveToy::phi)", "rotate levels"));
  EXPECT_EQ(task(program, "WaveToy::gaussian").region, Region::everywhere);
  EXPECT_EQ(task(program, "WaveToy::evolve").region, Region::interior);
  const Task& fill = task(program, "boundary of next(WaveToy::phi)");
  EXPECT_EQ(fill.level, next_level);
  EXPECT_EQ(fill.time_fraction, 1);
  EXPECT_EQ(fill.bindings.size(), 1u);
  EXPECT_EQ(task(program, "boundary of past(WaveToy::phi)").time_fraction, -1);
  EXPECT_TRUE(field(program, "phi").overwrites);
}

TEST(Leapfrog, RadiativeFacesReadTheOldLevelAndLeaveInitialDataAlone) {
  Toy toy;
  const ToyBoundary radiative(1, true);
  add_leapfrog(toy);
  toy.boundary(radiative, "radiative");
  const auto thorn = const_cast<ThornDeclaration*>(toy.input.thorns[0]);
  thorn->radiations.push_back({"phi", "speed", 0.5});
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.initial), ElementsAre("WaveToy::gaussian"));
  const Task& fill = task(program, "boundary of next(WaveToy::phi)");
  ASSERT_EQ(fill.bindings.size(), 2u);
  EXPECT_EQ(fill.bindings[1].level, 0);
  EXPECT_TRUE(fill.bindings[1].reads);
  EXPECT_TRUE(fill.faces[2][1]);
  EXPECT_EQ(field(program, "phi").wave_speed, 2);
  EXPECT_EQ(field(program, "phi").far_value, 0.5);
}

TEST(MethodOfLines, RunsRightHandSideCombinationAndBoundaryInEveryStage) {
  Toy toy;
  const ToyBoundary flat(1);
  add_wave(toy);
  toy.rk4();
  toy.boundary(flat, "neumann");
  const Program program = toy.build();
  EXPECT_THAT(
      names(program, program.step),
      ElementsAre("WaveMoL::rhs [1/4]", "rk4 [1/4]", "boundary of WaveMoL::phi, WaveMoL::pi [1/4]",
                  "WaveMoL::rhs [2/4]", "rk4 [2/4]", "boundary of WaveMoL::phi, WaveMoL::pi [2/4]",
                  "WaveMoL::rhs [3/4]", "rk4 [3/4]", "boundary of WaveMoL::phi, WaveMoL::pi [3/4]",
                  "WaveMoL::rhs [4/4]", "rk4 [4/4]",
                  "boundary of WaveMoL::phi, WaveMoL::pi [4/4]"));
  EXPECT_EQ(task(program, "WaveMoL::rhs [2/4]").time_fraction, 0.5);
  EXPECT_EQ(task(program, "WaveMoL::rhs [2/4]").stage, 2);
  EXPECT_EQ(task(program, "boundary of WaveMoL::phi, WaveMoL::pi [1/4]").time_fraction, 0.5);
  EXPECT_EQ(task(program, "boundary of WaveMoL::phi, WaveMoL::pi [3/4]").time_fraction, 1);
  EXPECT_EQ(task(program, "rk4 [1/4]").region, Region::interior);
}

TEST(MethodOfLines, FieldsOfDifferentRightHandSidesAreAdvancedInDifferentTasks) {
  Toy toy;
  const ToyBoundary flat(1);
  ToyThorn thorn = toy.thorn("T");
  thorn.evolves("u").evolves("v").evolves("w");
  thorn.at(Initial, "start").writes("u").writes("v").writes("w");
  thorn.at(EvolveRhs, "far").reads("v", 1).writes("u", rhs_level).writes("w", rhs_level);
  thorn.at(EvolveRhs, "near").reads("u").writes("v", rhs_level);
  toy.euler();
  toy.boundary(flat, "neumann");
  const Program program = toy.build();
  EXPECT_THAT(
      names(program, program.step),
      ElementsAre("T::far [1/1]", "T::near [1/1]", "euler of u, w [1/1]",
                  "boundary of T::u, T::w [1/1]", "euler of v [1/1]", "boundary of T::v [1/1]"));
  EXPECT_EQ(task(program, "euler of u, w [1/1]").combinations.size(), 2u);
  EXPECT_EQ(task(program, "euler of v [1/1]").combinations.size(), 1u);
}

TEST(MethodOfLines, AddingToARightHandSideMakesAGroupOfItsOwn) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.evolves("u").evolves("v").evolves("w");
  thorn.at(Initial, "start").writes("u").writes("v").writes("w");
  thorn.at(EvolveRhs, "all")
      .reads("u")
      .writes("u", rhs_level)
      .writes("v", rhs_level)
      .writes("w", rhs_level);
  thorn.at(EvolveRhs, "dissipation").reads("v", 1).reads("v", 0, rhs_level).writes("v", rhs_level);
  toy.euler();
  EXPECT_THAT(names(toy.build(), toy.build().step),
              testing::IsSupersetOf({"euler of u, w [1/1]", "euler of v [1/1]"}));
}

TEST(MethodOfLines, HasAsManyRegistersAsTheStagesUse) {
  Toy toy;
  add_wave(toy);
  toy.rk4();
  EXPECT_THAT(field_names(toy.build()),
              ElementsAre("phi", "pi", "phi.rhs", "pi.rhs", "phi.r1", "phi.r2", "pi.r1", "pi.r2"));
  toy.euler();
  EXPECT_THAT(field_names(toy.build()), ElementsAre("phi", "pi", "phi.rhs", "pi.rhs"));
}

TEST(MethodOfLines, CombinesInTheOrderOfTheTable) {
  Toy toy;
  add_wave(toy);
  toy.rk4();
  const Program program = toy.build();
  const Task& first = task(program, "rk4 [1/4]");
  ASSERT_EQ(first.combinations.size(), 6u);
  const Combination& collected = first.combinations[1];
  EXPECT_EQ(collected.target, field(program, "phi.r2").id);
  ASSERT_EQ(collected.terms.size(), 2u);
  EXPECT_EQ(collected.terms[0].field, field(program, "phi").id);
  EXPECT_FALSE(collected.terms[0].times_dt);
  EXPECT_EQ(collected.terms[1].field, field(program, "phi.rhs").id);
  EXPECT_EQ(collected.terms[1].factor, 1. / 6);
  EXPECT_TRUE(collected.terms[1].times_dt);
}

TEST(MethodOfLines, OldRegistersAreNotReadWhereTheyAreWrittenFirst) {
  Toy toy;
  add_wave(toy);
  toy.rk4();
  const Program program = toy.build();
  const int kept = field(program, "phi.r1").id;
  const auto reads = [&](const char* name) {
    for (const Binding& b : task(program, name).bindings) {
      if (b.field == kept) return b.reads;
    }
    throw Bug("not bound");
  };
  EXPECT_FALSE(reads("rk4 [1/4]"));
  EXPECT_TRUE(reads("rk4 [2/4]"));
}

TEST(MethodOfLines, AFieldWithoutBoundaryThatNeedsNoStencilIsComputedEverywhere) {
  Toy toy;
  const ToyBoundary flat(1);
  add_wave(toy);
  toy.euler();
  toy.boundary(flat, "neumann");
  ToyThorn decay = toy.thorn("Decay");
  decay.field("n", Role::evolved, 0, Tensor::scalar, false);
  decay.at(Initial, "fill").writes("n");
  decay.at(EvolveRhs, "rhs").reads("n").writes("n", rhs_level);
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.step),
              ElementsAre("WaveMoL::rhs [1/1]", "Decay::rhs [1/1]", "euler of phi, pi [1/1]",
                          "boundary of WaveMoL::phi, WaveMoL::pi [1/1]", "euler of n [1/1]"));
  EXPECT_EQ(task(program, "Decay::rhs [1/1]").region, Region::everywhere);
  const Task& last = program.tasks[std::size_t(program.step.back())];
  EXPECT_EQ(last.region, Region::everywhere);
  EXPECT_EQ(last.combinations.size(), 1u);
}

TEST(Vectors, AreComponentsWithParity) {
  Toy toy;
  ToyThorn thorn = toy.thorn("Maxwell");
  thorn.field("B", Role::evolved, 0, Tensor::vector)
      .field("h", Role::auxiliary, 0, Tensor::symmetric_tensor);
  thorn.at(Initial, "start").writes("B").writes("h");
  thorn.at(EvolveRhs, "rhs").reads("B", 2).writes("B", rhs_level);
  toy.euler();
  const Program program = toy.build();
  EXPECT_THAT(field_names(program), ElementsAre("B_x", "B_y", "B_z", "h_xx", "h_xy", "h_xz", "h_yy",
                                                "h_yz", "h_zz", "B_x.rhs", "B_y.rhs", "B_z.rhs"));
  EXPECT_THAT(field(program, "B_y").parity, ElementsAre(1, -1, 1));
  EXPECT_THAT(field(program, "B_y.rhs").parity, ElementsAre(1, -1, 1));
  EXPECT_THAT(field(program, "h_xx").parity, ElementsAre(1, 1, 1));
  EXPECT_THAT(field(program, "h_xz").parity, ElementsAre(-1, 1, -1));
  const Task& rhs = task(program, "Maxwell::rhs [1/1]");
  ASSERT_EQ(rhs.bindings.size(), 6u);
  EXPECT_EQ(rhs.bindings[4].declared, "B_y");
  EXPECT_EQ(rhs.bindings[4].declared_level, rhs_level);
  EXPECT_EQ(rhs.bindings[4].field, field(program, "B_y.rhs").id);
}

TEST(Grid, CountsOnlyDirectionsThatItHas) {
  Toy toy;
  const ToyBoundary one(1);
  toy.points(16, 16, 1);
  toy.boundary(one, "reflecting");
  ToyThorn thorn = toy.thorn("T");
  thorn.evolves("u");
  thorn.at(Initial, "start").writes("u");
  thorn.at(Evolve, "step").reads("u", Index3{3, 1, 2}).writes("u", next_level);
  const Program program = toy.build();
  EXPECT_EQ(program.grid.radius, (Index3{3, 1, 0}));
  EXPECT_EQ(program.grid.faces[0][1].owned_layers, 1);
  EXPECT_EQ(program.grid.faces[0][1].exterior_layers, 2);
  EXPECT_EQ(program.grid.faces[1][0].exterior_layers, 0);
  EXPECT_EQ(program.grid.faces[2][0].owned_layers, 0);
  EXPECT_EQ(field(program, "u").arrays(), 2);
}

}  // namespace
}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/thorn/error.hpp>

#include "foreign_thorns.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string in_words(const ParameterDeclaration& p) {
  return p.name + ": " + p.legal_values() + " [" + p.default_text() + "] " + p.description;
}

TEST(ForeignThorn, DeclaresParameters) {
  for (const ThornDeclaration& thorn : everything()) {
    std::vector<std::string> words;
    for (const ParameterDeclaration& p : thorn.parameters) words.push_back(in_words(p));
    EXPECT_THAT(words,
                ElementsAre("damp: true or false [true] Absorbs waves",
                            "order: one of 2, 4 [4] Order", "steps: integer at least 1 [3] Steps",
                            "speed: real above 0 in m/s [1.5 m/s] Wave speed",
                            "share: real from 0 to 1 [0.5] A share",
                            "centre: list of 3 reals in m [[0.5, 0.25, -1] m] Centre",
                            "kind: one of plane, gaussian [plane] Initial data",
                            "note: string [\"\"] Anything",
                            "widths: list of reals below 9 in m [[0.1, 0.2] m] Widths",
                            "modes: list of integers at most 5 [[1, 2, 3]] Modes",
                            "profile: formula in x, y, z, r, t and the numeric parameters "
                            "[exp(-r^2) + t + order] Profile",
                            "model: data file: a path, or {file: PATH, dataset: NAME}; "
                            "values at least 2 in m/s [unset] Velocities",
                            "layers: table of one argument: a path, or {file: PATH, column: NAME, "
                            "interpolation: linear or monotone, outside: constant, linear or "
                            "nan}; values above 0 in m [unset] Layers",
                            "eos: table of two arguments: a path, or {file: PATH, column: NAME, "
                            "interpolation: monotone or linear, outside: constant, linear or "
                            "nan}; values in Pa [unset] Pressure"));
    EXPECT_EQ(thorn.parameters[2].steering, Steering::while_running);
    EXPECT_EQ(thorn.parameters[7].steering, Steering::on_restart);
    EXPECT_EQ(thorn.parameters[5].former_name, "center");
    EXPECT_EQ(thorn.parameters[3].former_name, "");
    EXPECT_EQ(thorn.parameters[3].steering, Steering::never);
  }
}

TEST(ForeignThorn, DeclaresFieldsAndScalars) {
  for (const ThornDeclaration& thorn : everything()) {
    EXPECT_EQ(thorn.summary, "One of everything");
    ASSERT_EQ(thorn.fields.size(), 3u);
    EXPECT_EQ(thorn.fields[0].role, Role::evolved);
    EXPECT_EQ(thorn.fields[0].past, 2);
    EXPECT_EQ(thorn.fields[0].unit, "V");
    EXPECT_TRUE(thorn.fields[0].has_boundary);
    EXPECT_EQ(thorn.fields[1].role, Role::auxiliary);
    EXPECT_EQ(thorn.fields[1].tensor, Tensor::axial_vector);
    EXPECT_EQ(thorn.fields[1].description, "Magnetic field");
    EXPECT_EQ(thorn.fields[2].role, Role::derived);
    EXPECT_FALSE(thorn.fields[2].has_boundary);
    ASSERT_EQ(thorn.scalars.size(), 3u);
    const ScalarDeclaration &angle = thorn.scalars[1], &turns = thorn.scalars[2];
    EXPECT_TRUE(angle.is_state && angle.evolved && turns.is_state && !turns.evolved);
    EXPECT_EQ(angle.start, 0.5);
    EXPECT_EQ(angle.parts, 2);
    EXPECT_EQ(turns.parts, 0);
    EXPECT_FALSE(thorn.scalars[0].is_state);
    EXPECT_EQ(thorn.scalars[0].kind, Reduce::max);
    EXPECT_EQ(thorn.scalars[0].unit, "kg");
    EXPECT_EQ(thorn.scalars[0].start, 1.25);
    ASSERT_EQ(thorn.radiations.size(), 1u);
    EXPECT_EQ(thorn.radiations[0].far_value, 2.5);
    EXPECT_EQ(thorn.radiations[0].decay, 2);
    ASSERT_EQ(thorn.boundaries.size(), 1u);
    EXPECT_EQ(thorn.boundaries[0].name, "wall");
    EXPECT_EQ(thorn.boundaries[0].reads[0].radius, (Index3{1, 1, 1}));
    EXPECT_EQ(thorn.boundaries[0].writes.size(), 2u);
    ASSERT_EQ(thorn.step_limits.size(), 2u);
    EXPECT_EQ(thorn.step_limits[0].name, "courant");
    EXPECT_TRUE(thorn.step_limits[0].function);
    EXPECT_EQ(thorn.step_limits[1].name, "mass");
    EXPECT_FALSE(thorn.step_limits[1].function);
  }
}

TEST(ForeignThorn, DeclaresTasks) {
  for (const ThornDeclaration& thorn : everything()) {
    ASSERT_EQ(thorn.tasks.size(), 4u);
    EXPECT_EQ(thorn.tasks[3].bin, Bin::terminate);
    const TaskDeclaration &show = thorn.tasks[0], &weigh = thorn.tasks[1];
    const std::vector<ScalarUse>& sets = thorn.tasks[2].sets;
    ASSERT_EQ(sets.size(), 2u);
    EXPECT_EQ(sets[0].name, "angle");
    EXPECT_TRUE(sets[0].is_rate && !sets[1].is_rate);
    EXPECT_EQ(show.bin, Bin::analysis);
    ASSERT_EQ(show.reads.size(), 4u);
    EXPECT_EQ(show.reads[0].radius, (Index3{1, 0, 2}));
    EXPECT_EQ(show.reads[1].level, 2);
    EXPECT_EQ(show.reads[3].name, "Other::rho");
    ASSERT_EQ(show.scalars.size(), 2u);
    EXPECT_EQ(show.scalars[0].name, "mass");
    EXPECT_EQ(show.scalars[0].lag, 0);
    EXPECT_EQ(show.scalars[1].name, "Other::heat");
    EXPECT_EQ(show.scalars[1].lag, 2);
    ASSERT_EQ(show.when.size(), 2u);
    EXPECT_EQ(show.when[1].value, "4");
    EXPECT_EQ(show.flops, 7.5);
    EXPECT_EQ(show.flops_per_direction, 2.5);
    EXPECT_TRUE(show.serial);
    EXPECT_EQ(show.every, 1);
    EXPECT_EQ(weigh.bin, Bin::evolve_rhs);
    ASSERT_EQ(weigh.writes.size(), 2u);
    EXPECT_EQ(weigh.writes[0].level, FieldRef::rhs_level);
    EXPECT_THAT(weigh.reduces, ElementsAre("mass"));
    EXPECT_THAT(weigh.before, ElementsAre("Other::task", "show"));
    EXPECT_THAT(weigh.after, ElementsAre("start"));
    EXPECT_EQ(weigh.every, 3);
    EXPECT_FALSE(show.function == weigh.function);
  }
}

TEST(ForeignThorn, ReportsAllMistakesOfADeclaration) {
  try {
    declaration_by(&cardon_declare_Mistaken);
    FAIL() << "accepted";
  } catch (const Error& error) {
    std::vector<std::string> messages;
    for (const Problem& p : error.problems()) messages.push_back(p.slug + ": " + p.message);
    EXPECT_THAT(messages,
                ElementsAre("thorn/declaration: 17 is not a time bin",
                            HasSubstr("thorn/text: 'u wiht stencil(1)' is not understood"),
                            HasSubstr("registry/declaration: task never is to run every -2"),
                            "thorn/text: lagged(turns, 2) is set, but values of earlier steps are "
                            "only read",
                            HasSubstr("thorn/text: 'rhs(u) with stencil(1)' is written with a"),
                            "thorn/declaration: 9 is not a kind of tensor",
                            "thorn/declaration: it keeps -1 past levels",
                            "thorn/declaration: only reals, formulas, data files and tables "
                            "have a unit",
                            "thorn/declaration: only numbers, data files and tables have a "
                            "range",
                            "thorn/declaration: only numbers and texts have choices",
                            "thorn/declaration: 77 is not a type of the elements of a list",
                            "thorn/declaration: the choice 'two' is not a number",
                            "thorn/declaration: it has 3 arguments"));
    EXPECT_THAT(error.problems()[6].notes,
                ElementsAre("in the declaration of field w by thorn Everything"));
  }
}

}  // namespace
}  // namespace cardon

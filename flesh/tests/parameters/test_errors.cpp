// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fixture.hpp"

namespace cardon::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const char* const six_mistakes =
    "thorns: [WaveToy]\n"
    "grid: {points: [33, 33, many]}\n"
    "WaveToy:\n"
    "  spede: 2.0\n"
    "  width: -0.1\n"
    "  initial: gausian\n"
    "  order: 2\n"
    "  order: 4\n"
    "Diffusion:\n"
    "  kappa: 1\n";

const char* const six_reports =
    "error: grid.points must be a whole number                                   "
    "[parameter/wrong-type]\n"
    "  --> test.yaml:2:25\n"
    " 2 | grid: {points: [33, 33, many]}\n"
    "   |                         ^^^^ this is not a number\n"
    "   grid.points: Points in x, y, z; as many numbers as the grid has directions; list of "
    "integers at least 1\n"
    "   help: cardon describe grid.points\n"
    "\n"
    "error: unknown parameter WaveToy::spede                                     "
    "[parameter/unknown]\n"
    "  --> test.yaml:4:3\n"
    " 4 |   spede: 2.0\n"
    "   |   ^^^^^ did you mean speed?\n"
    "   WaveToy has: speed = 1 m/s, width = 0.2 m, order = 2, radius = 0.25 m, initial = "
    "gaussian,\n"
    "   centre = [0.5, 0.5, 0.5] m, damped = false, modes = [1, 2], profile = exp(-r^2/width^2)\n"
    "   help: cardon describe WaveToy\n"
    "\n"
    "error: WaveToy::width = -0.1 m is out of range                              "
    "[parameter/out-of-range]\n"
    "  --> test.yaml:5:10\n"
    " 5 |   width: -0.1\n"
    "   |          ^^^^ must be above 0 m\n"
    "   WaveToy::width: Width of the Gaussian; real above 0 in m; default 0.2 m\n"
    "   help: cardon describe WaveToy::width\n"
    "\n"
    "error: WaveToy::initial cannot be gausian                                   "
    "[parameter/not-a-choice]\n"
    "  --> test.yaml:6:12\n"
    " 6 |   initial: gausian\n"
    "   |            ^^^^^^^ did you mean gaussian?\n"
    "   legal values: plane, gaussian\n"
    "   WaveToy::initial: Initial data; default gaussian\n"
    "   help: cardon describe WaveToy::initial\n"
    "\n"
    "error: key order is given twice                                             "
    "[parameter/duplicate]\n"
    "  --> test.yaml:8:3\n"
    " 8 |   order: 4\n"
    "   |   ^^^^^ first given in line 7\n"
    "   help: keep one of them\n"
    "\n"
    "error: thorn Diffusion is not active                                        "
    "[parameter/thorn-not-active]\n"
    "  --> test.yaml:9:1\n"
    " 9 | Diffusion:\n"
    "   | ^^^^^^^^^ its parameters cannot be set\n"
    "   thorns: [WaveToy]\n"
    "   help: add Diffusion to thorns:, or remove this section\n"
    "6 errors; nothing was run.\n";

TEST(ParameterErrors, SixMistakesAreReportedInOnePass) {
  const Outcome outcome(six_mistakes);
  EXPECT_EQ(outcome.errors(), six_reports);
}

TEST(ParameterErrors, UnknownThornIsSuggested) {
  const Outcome outcome("thorns: [WaveToy]\nWavetoy: {speed: 2}\n");
  ASSERT_EQ(outcome.problems.size(), 1u);
  EXPECT_EQ(outcome.problems[0].slug, "parameter/unknown-thorn");
  EXPECT_EQ(outcome.problems[0].hint, "did you mean WaveToy?");
}

TEST(ParameterErrors, ServiceOfAnInactiveThornSaysHowToGetIt) {
  const Outcome outcome("thorns: [WaveToy]\noutput:\n  checkpoint: {every: 10}\n");
  EXPECT_EQ(outcome.errors(),
            "error: output.checkpoint is not available                                   "
            "[parameter/service-not-available]\n"
            "  --> test.yaml:3:3\n"
            " 3 |   checkpoint: {every: 10}\n"
            "   |   ^^^^^^^^^^ thorn Checkpoint provides it\n"
            "   Checkpoint is not active; thorns: [WaveToy]\n"
            "   help: add Checkpoint to thorns:\n"
            "1 error; nothing was run.\n");
}

TEST(ParameterErrors, OldNamesOfParametersAreAnsweredWithTheNewOnes) {
  EXPECT_THAT(Outcome("transport: {give_up_after: 3 s}\n").errors(),
              AllOf(HasSubstr("unknown parameter transport.give_up_after"),
                    HasSubstr("it is called timeout now")));
  EXPECT_THAT(Outcome("emulation: {deepest: 3}\n").errors(), HasSubstr("it is called depth now"));
  EXPECT_THAT(Outcome("grid: {padded: 3}\n").errors(),
              HasSubstr("it is called emulation.padding now"));
  EXPECT_THAT(Outcome("time: {padded: 3}\n").errors(), Not(HasSubstr("it is called")));
  EXPECT_THAT(Outcome("deepest: 3\n").errors(), Not(HasSubstr("it is called")));
}

TEST(ParameterErrors, UnknownKeysOfTheFleshAreSuggested) {
  EXPECT_THAT(Outcome("tilte: x\n").errors(), HasSubstr("did you mean title?"));
  EXPECT_THAT(Outcome("output:\n  scalers: {every: 1}\n").errors(),
              HasSubstr("unknown parameter output.scalers"));
  EXPECT_THAT(Outcome("time: {stop: {iteration: 3}}\n").errors(),
              HasSubstr("did you mean iterations?"));
  EXPECT_THAT(Outcome("time: {stop: 3}\n").errors(), HasSubstr("time.stop must be a map"));
}

TEST(ParameterErrors, AKeyWithoutAValueIsSaidSo) {
  EXPECT_THAT(Outcome("WaveToy:\n  speed:\n").errors(), HasSubstr("WaveToy::speed has no value"));
  EXPECT_EQ(Outcome("WaveToy:\n").errors(), "");
}

TEST(ParameterErrors, ListsMustHaveTheirLength) {
  EXPECT_THAT(Outcome("WaveToy: {centre: [0, 0]}\n").errors(),
              HasSubstr("                 ^^^^^^ this has 2\n"));
  EXPECT_THAT(Outcome("WaveToy: {centre: 0}\n").errors(),
              HasSubstr("must be a list of 3 reals in m"));
  EXPECT_THAT(Outcome("WaveToy: {speed: [1, 2]}\n").errors(), HasSubstr("this is a list"));
}

TEST(ParameterErrors, EveryElementOfAListIsChecked) {
  const Outcome outcome("WaveToy: {modes: [0, 1, two]}\n");
  ASSERT_EQ(outcome.problems.size(), 2u);
  EXPECT_EQ(outcome.problems[0].where.column, 19);
  EXPECT_EQ(outcome.problems[1].where.column, 25);
}

TEST(ParameterErrors, NumbersMayHaveChoicesToo) {
  EXPECT_THAT(Outcome("WaveToy: {order: 3}\n").errors(), HasSubstr("^ legal values: 2, 4, 6"));
}

}  // namespace
}  // namespace cardon::testing

// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fixture.hpp"

namespace cardon::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Overrides, WinOverTheFile) {
  const Outcome outcome("WaveToy: {speed: 3}\n",
                        {"WaveToy.speed=2", "grid.points=[64,64,64]", "time.stop.iterations=10",
                         "WaveToy::width=2 km"});
  EXPECT_EQ(outcome.errors(), "");
  EXPECT_EQ(outcome.parameters.get("WaveToy", speed), 2);
  EXPECT_EQ(outcome.parameters.get("WaveToy", width), 2000);
  EXPECT_THAT(outcome.parameters.get<std::vector<int>>("grid", "points"), ElementsAre(64, 64, 64));
  EXPECT_EQ(outcome.parameters.get<long>("time.stop", "iterations"), 10);
}

TEST(Overrides, BytesThatAreNotUtf8AreRefused) {
  EXPECT_THAT(Outcome("", {"title=Sto\xdf"}).errors(),
              HasSubstr("the text is not UTF-8: byte 0xdf"));
}

TEST(Overrides, MistakesPointIntoTheArgument) {
  EXPECT_EQ(
      Outcome("", {"WaveToy.spede=2"}).errors(),
      "error: unknown parameter WaveToy::spede                                     "
      "[parameter/unknown]\n"
      "  --> command line\n"
      "   | WaveToy.spede=2\n"
      "   |         ^^^^^ did you mean speed?\n"
      "   WaveToy has: speed = 1 m/s, width = 0.2 m, order = 2, radius = 0.25 m, initial = "
      "gaussian,\n"
      "   centre = [0.5, 0.5, 0.5] m, damped = false, modes = [1, 2], profile = exp(-r^2/width^2)\n"
      "   help: cardon describe WaveToy\n"
      "1 error; nothing was run.\n");
  EXPECT_THAT(Outcome("", {"WaveToy.speed=-2"}).errors(),
              HasSubstr("   |               ^^ must be above 0 m/s\n"));
  EXPECT_THAT(Outcome("", {"grid.points=[1,b]"}).errors(),
              HasSubstr("   |                ^ this is not a number\n"));
}

TEST(Overrides, TakeTextAsItStands) {
  const Outcome outcome("", {"title= a: b # c ", "WaveToy.profile=t > 0 ? 1 : 2"});
  EXPECT_EQ(outcome.errors(), "");
  EXPECT_EQ(outcome.parameters.get<std::string>("", "title"), "a: b # c");
  EXPECT_EQ(outcome.parameters.section("WaveToy").function("profile")(0, 0, 0, 1), 1);
  EXPECT_THAT(Outcome("", {"WaveToy.profile=2*foo"}).errors(),
              HasSubstr("   | WaveToy.profile=2*foo\n"
                        "   |                   ^^^ known here"));
}

TEST(Overrides, MustBeKeyAndValue) {
  EXPECT_THAT(Outcome("", {"WaveToy.speed"}).errors(), HasSubstr("WaveToy.speed is not key=value"));
  EXPECT_THAT(Outcome("", {"=3"}).errors(), HasSubstr("=3 is not key=value"));
  EXPECT_THAT(Outcome("", {"WaveToy.=3"}).errors(), HasSubstr("is not key=value"));
  EXPECT_THAT(Outcome("", {"WaveToy.speed="}).errors(), HasSubstr("WaveToy::speed has no value"));
  EXPECT_THAT(Outcome("", {"grid.points=[1,"}).errors(), HasSubstr("this is not YAML"));
}

TEST(Overrides, MayNotSayAKeyTwice) {
  EXPECT_THAT(Outcome("", {"time={courant: 1, courant: 2}"}).errors(),
              HasSubstr("   |                   ^^^^^^^ given before\n"));
}

TEST(Overrides, ReachIntoTrees) {
  const Outcome outcome("grid: {boundary: {x: periodic, y: flat}}\n",
                        {"grid.boundary={y: radiative}"});
  EXPECT_EQ(outcome.parameters.get<Node>("grid", "boundary").to_yaml(),
            "{x: periodic, y: radiative}");
}

TEST(Overrides, ReachOneOfSeveralSections) {
  const std::string text = "output: {slices: [{plane: xy}, {plane: xz}]}\n";
  const Outcome second(text, {"output.slices[1].every=5"});
  EXPECT_EQ(second.errors(), "");
  EXPECT_EQ(second.parameters.section("output.slices", 0).get<Interval>("every"), (Interval{1, 0}));
  EXPECT_EQ(second.parameters.section("output.slices", 1).get<Interval>("every"), (Interval{5, 0}));
  EXPECT_THAT(Outcome(text, {"output.slices.every=5"}).errors(),
              HasSubstr("name one: output.slices[0] to output.slices[1]"));
  EXPECT_THAT(Outcome(text, {"time[0].courant=0.4"}).errors(), HasSubstr("there is only one time"));
}

TEST(Layers, LaterFilesWinValueByValue) {
  const ParameterRegistry registry = wave_registry();
  ParameterInput input;
  input.add_text("first.yaml",
                 "thorns: [WaveToy]\nWaveToy: {speed: 2, width: 3}\ngrid: {boundary: {x: flat}}\n");
  input.add_text("second.yaml", "WaveToy: {speed: 4}\ngrid: {boundary: {y: flat}}\n");
  std::vector<Problem> problems;
  const ParameterSet parameters = resolve_parameters(registry, input, problems);
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(parameters.get("WaveToy", speed), 4);
  EXPECT_EQ(parameters.get("WaveToy", width), 3);
  EXPECT_EQ(parameters.section("WaveToy").source("speed"), "second.yaml:1");
  EXPECT_EQ(parameters.get<Node>("grid", "boundary").to_yaml(), "{y: flat}");
  ASSERT_EQ(input.thorns().size(), 1u);
  EXPECT_EQ(input.thorns()[0].text, "WaveToy");
  EXPECT_TRUE(input.mentions("grid.boundary"));
  EXPECT_FALSE(input.mentions("grid.points"));
}

}  // namespace
}  // namespace cardon::testing

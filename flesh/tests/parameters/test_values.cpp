// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fixture.hpp"

namespace cardon::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Real width_of(const std::string& text) {
  const Outcome outcome("WaveToy: {width: " + text + "}\n");
  EXPECT_EQ(outcome.errors(), "");
  return outcome.parameters.get("WaveToy", width);
}

std::string width_error(const std::string& text) {
  return Outcome("WaveToy: {width: " + text + "}\n").errors();
}

TEST(Values, WhatNoThornDeclaresHasNone) {
  const Outcome outcome("WaveToy: {width: 1}\n");
  EXPECT_TRUE(outcome.parameters.has("WaveToy", "width"));
  EXPECT_FALSE(outcome.parameters.has("WaveToy", "padding"));
  EXPECT_THROW(outcome.parameters.get<Real>("WaveToy", "padding"), Bug);
}

TEST(Reals, ConstantExpressionsAreEvaluated) {
  EXPECT_EQ(width_of("2*pi/3"), 2 * 3.14159265358979323846 / 3);
  EXPECT_EQ(width_of("sqrt(2)"), std::sqrt(2.0));
  EXPECT_EQ(width_of("1e-3"), 1e-3);
  EXPECT_EQ(width_of("+.5"), 0.5);
}

TEST(Reals, UnitsAreConverted) {
  EXPECT_EQ(width_of("1.5 km"), 1500);
  EXPECT_EQ(width_of("1.5km"), 1500);
  EXPECT_EQ(width_of("30 mm"), 0.03);
  EXPECT_EQ(width_of("2*pi/3 cm"), 2 * 3.14159265358979323846 / 3 / 100);
  EXPECT_EQ(Outcome("WaveToy: {speed: 36 km/h}\n").parameters.get("WaveToy", speed), 10);
  EXPECT_EQ(Outcome("time: {stop: {time: 50 min}}\n").parameters.get<Real>("time.stop", "time"),
            3000);
  EXPECT_EQ(Outcome("time: {courant: 40 %}\n").parameters.get<Real>("time", "courant"), 0.4);
}

TEST(Reals, WrongUnitsHaveACaretBelowTheUnit) {
  EXPECT_THAT(width_error("1.5 kg"),
              HasSubstr("WaveToy::width is in m, which kg cannot be converted to"));
  EXPECT_THAT(width_error("1.5 kg"),
              HasSubstr(" 1 | WaveToy: {width: 1.5 kg}\n"
                        "   |                      ^^ use m or a unit of the same kind\n"));
  EXPECT_THAT(width_error("1.5 kmm"), HasSubstr("^^^ did you mean km"));
  EXPECT_THAT(width_error("1.5 furlongs"), HasSubstr("^^^^^^^^ no such unit"));
  EXPECT_THAT(Outcome("time: {courant: 1 m}\n").errors(), HasSubstr("time.courant has no unit"));
}

TEST(Reals, WhatIsNoFiniteNumberIsRefused) {
  for (const char* text : {"fast", "nan", "inf", "1/0", "0x10", "1 2", "~", "''", "1,5"})
    EXPECT_NE(width_error("\"" + std::string(text) + "\""), "") << text;
  EXPECT_THAT(width_error("2*pii"), HasSubstr("^^^ unknown name pii, did you mean pi?"));
}

TEST(Reals, NumbersThatNoRealCanHoldAreCalledTooLarge) {
  EXPECT_THAT(width_error("1e400"),
              HasSubstr(" 1 | WaveToy: {width: 1e400}\n"
                        "   |                  ^^^^^ this number is too large for a real\n"));
  EXPECT_THAT(width_error("2*1.5e400 + 1"), HasSubstr(" ^^^^^^^ this number is too large"));
  EXPECT_THAT(width_error("1e400 m"), HasSubstr("this number is too large for a real"));
  EXPECT_THAT(width_error("2*infinity"), HasSubstr("unknown name infinity"));
}

TEST(Integers, AreWhole) {
  const auto points = [](const std::string& text) {
    return Outcome("grid: {points: [" + text + "]}\n");
  };
  EXPECT_THAT(points("33, 2*16+1, 1e2").parameters.get<std::vector<int>>("grid", "points"),
              ElementsAre(33, 33, 100));
  EXPECT_THAT(points("2.5").errors(), HasSubstr("2.5 is not whole"));
  EXPECT_THAT(points("3 m").errors(), HasSubstr("leave the unit out"));
  EXPECT_THAT(points("3000000000").errors(),
              HasSubstr("^^^^^^^^^^ must be at least 1 and at most 2147483647\n"));
  EXPECT_THAT(points("0").errors(), HasSubstr("^ must be at least 1\n"));
  EXPECT_THAT(points("99999999999999999999").errors(), HasSubstr("this is too large"));
}

TEST(Intervals, AreIterationsOrTime) {
  const auto every = [](const std::string& text) {
    const Outcome outcome("output: {scalars: {every: " + text + "}}\n");
    EXPECT_EQ(outcome.errors(), "");
    return outcome.parameters.get<Interval>("output.scalars", "every");
  };
  EXPECT_EQ(every("10"), (Interval{10, 0}));
  EXPECT_EQ(every("0.2 s"), (Interval{0, 0.2}));
  EXPECT_EQ(every("0.2"), (Interval{0, 0.2}));
  EXPECT_EQ(every("3 ms"), (Interval{0, 0.003}));
  EXPECT_THAT(Outcome("output: {scalars: {every: 0}}\n").errors(), HasSubstr("must be above 0"));
  EXPECT_THAT(Outcome("output: {scalars: {every: 1 m}}\n").errors(), HasSubstr("is in s"));
}

TEST(Lists, OneValueStandsForAListOfOne) {
  const Outcome outcome("output: {scalars: {fields: phi}}\n");
  EXPECT_THAT(outcome.parameters.get<std::vector<std::string>>("output.scalars", "fields"),
              ElementsAre("phi"));
}

TEST(Values, ComeByTheConstantsOfAThorn) {
  const Outcome outcome("WaveToy: {initial: plane, centre: [1, 2 cm, pi], modes: [3], order: 4}\n");
  EXPECT_EQ(outcome.errors(), "");
  const SectionValues& wave = outcome.parameters.section("WaveToy");
  EXPECT_EQ(wave.get(initial), "plane");
  EXPECT_EQ(wave.get(centre), (Vec3{1, 0.02, 3.14159265358979323846}));
  EXPECT_THAT(wave.get(modes), ElementsAre(3));
  EXPECT_EQ(wave.get(order), 4);
  EXPECT_EQ(wave.get(speed), 1.0);
  EXPECT_FALSE(wave.get(damped));
}

TEST(Values, KnowWhereTheyComeFrom) {
  const Outcome outcome("thorns: [WaveToy]\nWaveToy:\n  speed: 2\n", {"WaveToy.width=3"});
  const SectionValues& wave = outcome.parameters.section("WaveToy");
  EXPECT_EQ(wave.source("speed"), "test.yaml:3");
  EXPECT_EQ(wave.where("speed").column, 10);
  EXPECT_EQ(wave.source("width"), "command line");
  EXPECT_EQ(wave.source("radius"), "default");
  EXPECT_TRUE(wave.given("speed"));
  EXPECT_FALSE(wave.given("radius"));
  EXPECT_FALSE(outcome.parameters.has("time.stop", "iterations"));
}

TEST(Values, AskedForWronglyAreBugs) {
  const Outcome outcome("");
  EXPECT_THROW(outcome.parameters.get<Real>("WaveToy", "mass"), Bug);
  EXPECT_THROW(outcome.parameters.get<int>("WaveToy", "speed"), Bug);
  EXPECT_THROW(outcome.parameters.get<int>("time.stop", "iterations"), Bug);
  EXPECT_THROW(outcome.parameters.section("Nothing"), Bug);
}

}  // namespace
}  // namespace cardon::testing

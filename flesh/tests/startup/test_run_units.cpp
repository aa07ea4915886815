// SPDX-License-Identifier: Apache-2.0
// The units that a user chooses for a run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parameters/units.hpp"
#include "startup/run_units.hpp"

namespace cardon {
namespace {

using testing::HasSubstr;

RunUnits read(const std::string& text, std::vector<Problem>& problems) {
  ParameterInput input;
  input.add_text("run.yaml", text);
  return read_run_units(input, problems);
}

RunUnits units(const std::string& text) {
  std::vector<Problem> problems;
  const RunUnits found = read(text, problems);
  EXPECT_TRUE(problems.empty()) << format_problems(problems, "");
  return found;
}

std::string error(const std::string& text) {
  std::vector<Problem> problems;
  read(text, problems);
  return format_problems(problems, "");
}

TEST(RunUnits, AreMetresAndSecondsWhereNobodySaysAnything) {
  EXPECT_TRUE(units("title: nothing").standard());
  EXPECT_EQ(units("title: nothing").of("km/h"), "km/h");
  EXPECT_EQ(units("units: {length: km}").time, "s");
  EXPECT_TRUE(units("units: {length: m, time: s}").standard());
}

TEST(RunUnits, ReplaceMetresAndSeconds) {
  const RunUnits run = units("units: {length: Mpc, time: Myr}");
  EXPECT_EQ(run.of("m"), "Mpc");
  EXPECT_EQ(run.of("s"), "Myr");
  EXPECT_EQ(run.of("m/s"), "Mpc/Myr");
  EXPECT_EQ(run.of("1/s"), "1/Myr");
  EXPECT_EQ(run.of("m^2/s"), "Mpc^2/Myr");
  EXPECT_EQ(run.of("Pa"), "kg/(Mpc Myr^2)");
  EXPECT_EQ(run.of("kg/m^2/s"), "kg/(Mpc^2 Myr)");
  EXPECT_EQ(run.of("Pa2/m2"), "kg^2/(Mpc^4 Myr^4)");
  EXPECT_EQ(run.of("K"), "K");
  EXPECT_EQ(run.of("%"), "%");
  EXPECT_EQ(run.of(""), "");
}

TEST(RunUnits, AreReadAgainWithTheSameDimension) {
  const RunUnits run = units("units: {length: km, time: ms}");
  for (const char* declared : {"m", "Pa", "J/m^3", "V/m", "kg/m^2/s", "T", "W/(m^2 K)", "Hz"}) {
    const auto found = parse_unit(run.of(declared).value());
    ASSERT_TRUE(found) << declared;
    EXPECT_EQ(found->powers, parse_unit(declared)->powers) << declared;
  }
}

TEST(RunUnits, GeometricOnesArePowersOfAMass) {
  const RunUnits run = units("units: {length: geometric}");
  EXPECT_EQ(run.of("m"), "M");
  EXPECT_EQ(run.of("s"), "M");
  EXPECT_EQ(run.of("m/s"), "");
  EXPECT_EQ(run.of("1/m"), "1/M");
  EXPECT_EQ(run.of("kg/m^3"), "1/M^2");
  EXPECT_EQ(run.of("K/m"), "K/M");
}

TEST(RunUnits, NoneLeavesNumbers) {
  const RunUnits run = units("units: {time: none}");
  EXPECT_TRUE(run.plain());
  for (const char* declared : {"m", "m/s", "km", "K", "kg/m^3"}) EXPECT_EQ(run.of(declared), "");
}

TEST(RunUnits, AThornThatDeclaresMultiplesCountsOnMetres) {
  const RunUnits run = units("units: {length: pc}");
  EXPECT_FALSE(run.of("km"));
  EXPECT_FALSE(run.of("g/cm^3"));
  EXPECT_EQ(run.of("g"), "g") << "neither length nor time";
}

TEST(RunUnits, MistakesHaveMessages) {
  EXPECT_THAT(error("units: {length: furlong}"),
              HasSubstr("furlong, which is not a unit of length"));
  EXPECT_THAT(error("units: {length: m^2}"), HasSubstr("m^2, which is not a unit of length"));
  EXPECT_THAT(error("units: {time: km}"), HasSubstr("km, which is not a unit of time"));
  EXPECT_THAT(error("units: {length: geometric, time: s}"), HasSubstr("[units/mixed]"));
  EXPECT_THAT(error("units: {length: none, time: geometric}"), HasSubstr("[units/mixed]"));
}

}  // namespace
}  // namespace cardon

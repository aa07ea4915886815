// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "actuator.hpp"
#include "rule_tunlet.hpp"
#include "support/sample_fields.hpp"

namespace cardon {
namespace {

const SampleParameters& parameters() {
  static const SampleParameters sample(
      {.path = "output.scalars",
       .parameters = {declare_interval("every", "Steps between rows", "5"),
                      declare(Parameter{"digits", 8, "Digits of a number"}.steerable())}},
      "output: {scalars: {every: 5}}");
  return sample;
}

// Whenever it is armed, it fires once, at the next step at which it may.
TEST(Actuator, FiresOnceForEachTimeItIsArmed) {
  Actuator actuator({.name = "often", .parameter = "output.scalars.every"});
  std::mt19937 random(20);
  int armed = 0, fired = 0;
  for (int step = 0; step < 10000; ++step) {
    const bool arms = random() % 7 == 0;
    if (arms) actuator.arm({"often", std::to_string(step), "test"});
    armed += arms;
    const std::string words = actuator.fire(*parameters().values);
    fired += !words.empty();
    EXPECT_EQ(words, arms ? "output.scalars.every=" + std::to_string(step) : "");
  }
  EXPECT_GT(armed, 1000);
  EXPECT_EQ(fired, armed);
}

TEST(Actuator, ThatIsAlwaysArmedFiresEachTime) {
  Actuator actuator(
      {.name = "again", .kind = ActuatorKind::function, .function = "replan", .always = true});
  for (int step = 0; step < 10; ++step) EXPECT_EQ(actuator.fire(*parameters().values), "replan");
}

TEST(Actuator, AMapReplacesTheValueThatHolds) {
  Actuator coarser({.name = "coarser",
                    .kind = ActuatorKind::map,
                    .parameter = "output.scalars.every",
                    .values = {{"5", "10"}, {"10", "20"}}});
  EXPECT_EQ(coarser.fire(*parameters().values), "");
  coarser.arm({"coarser", "", "test"});
  EXPECT_EQ(coarser.fire(*parameters().values), "output.scalars.every=10");
  Actuator unknown({.name = "unknown",
                    .kind = ActuatorKind::map,
                    .parameter = "output.scalars.digits",
                    .values = {{"5", "10"}}});
  unknown.arm({"unknown", "", "test"});
  EXPECT_EQ(unknown.fire(*parameters().values), "");  // it has 8
  EXPECT_FALSE(unknown.armed());
  EXPECT_EQ(unknown.refusal(),
            "its values give no replacement for the current value of output.scalars.digits");
  // Written otherwise, but the same number.
  Actuator written({.name = "written",
                    .kind = ActuatorKind::map,
                    .parameter = "output.scalars.digits",
                    .values = {{"2*4", "9"}}});
  written.arm({"written", "", "test"});
  EXPECT_EQ(written.fire(*parameters().values), "output.scalars.digits=9");
}

// Once when it begins to hold, and again after it has not held.
TEST(RuleTunlet, ArmsWhenItsConditionBeginsToHold) {
  RuleTunlet rules(
      {{.sensor = "s", .statistic = "mean", .above = 2, .below = {}, .action = {"a", "1", ""}},
       {.sensor = "s", .statistic = "events", .above = {}, .below = 2, .action = {"b", "", ""}}});
  std::vector<std::string> fired;
  const std::vector<std::vector<double>> means{{1}, {3, 4}, {3, 4}, {1, 1}, {}, {5, 1, 1, 9}};
  for (const std::vector<double>& values : means) {
    TunletWindow window{0, 10, *parameters().values, {}};
    SensorReading reading;
    for (const double value : values) {
      ++reading.events;
      reading.sum += value;
    }
    window.readings["s"] = {reading, {}};
    for (const TunletAction& action : rules.judge(window)) fired.push_back(action.actuator);
  }
  EXPECT_EQ(fired, (std::vector<std::string>{"b", "a", "b", "a"}));
}

}  // namespace
}  // namespace cardon

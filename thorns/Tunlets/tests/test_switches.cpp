// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <Kokkos_Core.hpp>
#include <cardon/kit/profile_region.hpp>

#include "plug_in_tunlet.hpp"
#include "sensor_board.hpp"
#include "standing_tunlets.hpp"
#include "support/local_transport.hpp"
#include "support/plain_driver.hpp"
#include "support/sample_fields.hpp"
#include "tunlet_switches.hpp"
#include "tunlets.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

ParameterSection switch_section() {
  return {.path = tunlets_section,
          .parameters = {declare(tunlets_run), declare(tunlets_window), declare(tunlets_suspended),
                         declare(tunlets_disabled), declare_tree("sensors", "s"),
                         declare_tree("actuators", "a"), declare_tree("rules", "r")}};
}

void pass(const char* name) { const ProfileRegion region(name); }

TEST(Switches, SensorsThatAreOffMeasureNothing) {
  SensorBoard board;
  board.install({{.name = "one", .at = "one"},
                 {.name = "mean", .at = "two", .kind = SensorKind::average, .of = 2},
                 {.name = "next", .at = "", .from = "one"}});
  EXPECT_TRUE(board.has_regions());
  board.attach();
  const auto events = [&] {
    for (const char* name : {"one", "two"}) pass(name);
    std::vector<long> counts;
    for (const SensorReading& reading : board.read()) counts.push_back(reading.events);
    return counts;
  };
  EXPECT_THAT(events(), ElementsAre(1, 0, 1));
  board.disable({"mean", "next"});  // the value that the mean has begun with is dropped
  EXPECT_THAT(events(), ElementsAre(1, 0, 0));
  board.disable({"one", "mean"});
  EXPECT_THAT(events(), ElementsAre(0, 0, 0));
  board.disable({});
  EXPECT_THAT(events(), ElementsAre(1, 0, 1));
  EXPECT_THAT(events(), ElementsAre(1, 1, 1));
  board.detach();
  board.disable({});
  EXPECT_THAT(events(), ElementsAre(0, 0, 0));
}

TEST(Switches, SensorsOfADisabledOneAreSilent) {
  const std::vector<SensorSpec> sensors{{.name = "third", .from = "second"},
                                        {.name = "second", .from = "first"},
                                        {.name = "first", .at = "step"},
                                        {.name = "other", .at = "step"}};
  EXPECT_THAT(silent_sensors(sensors, {"first"}), ElementsAre("first", "second", "third"));
  EXPECT_THAT(silent_sensors(sensors, {"third"}), ElementsAre("third"));
  EXPECT_THAT(silent_sensors(sensors, {}), IsEmpty());
}

// Regions are not even told to Kokkos where no sensor is on, on any rank of the process.
TEST(Switches, CallbacksAreTakenAway) {
  on_ranks(2, [](Transport& transport) {
    SensorBoard board;
    board.install({{.name = "a", .at = "a"}});
    for (int round = 0; round < 20; ++round) {
      ProfileListener::prepare(false, transport);
      board.disable({});
      board.attach();
      pass("a");
      EXPECT_EQ(board.read()[0].events, 1);
      EXPECT_TRUE(Kokkos::Tools::profileLibraryLoaded());
      board.disable({"a"});
      ProfileListener::retire(transport);
      EXPECT_FALSE(Kokkos::Tools::profileLibraryLoaded());
      pass("a");
      EXPECT_EQ(board.read()[0].events, 0);
    }
  });
}

// Switched while a region is open.
TEST(Switches, WhatHasBegunIsNotCounted) {
  SensorBoard board;
  board.install({{.name = "a", .at = "a"}});
  board.attach();
  board.enter("a");
  board.disable({"a"});
  board.disable({});
  board.exit();
  board.enter("a");
  board.exit();
  EXPECT_EQ(board.read()[0].events, 1);
}

TEST(Switches, AnActuatorChangesTheListsThatHold) {
  const TunletPlan plan{.sensors = {{.name = "a"}, {.name = "b"}, {.name = "c"}}};
  const SampleParameters values(switch_section(),
                                "tunlets: {disabled: [a], suspended: [balancing]}");
  const auto words = [&](const ActuatorSpec& actuator) {
    return switch_words(actuator, plan, *values.values);
  };
  EXPECT_THAT(words({.on = {"a"}, .off = {"b", "c"}}), ElementsAre("tunlets.disabled=[b, c]"));
  EXPECT_THAT(words({.on = {"balancing", "b"}, .off = {"tuning"}}),
              ElementsAre("tunlets.suspended=[tuning]"));
  EXPECT_THAT(words({.on = {"balancing", "a"}}),
              ElementsAre("tunlets.disabled=[]", "tunlets.suspended=[]"));
  EXPECT_THAT(words({.on = {"b"}, .off = {"a"}}), IsEmpty());
}

TEST(Switches, NamesAreChecked) {
  const TunletPlan plan{
      .sensors = {{.name = "a"}},
      .actuators = {{.name = "x", .on = {"a", "rules"}}, {.name = "y", .off = {"d"}}}};
  const SampleParameters values(switch_section(),
                                "tunlets: {disabled: [a, b], suspended: [tuning, rules, c]}");
  std::vector<Problem> problems;
  check_switches(
      *values.values, plan, [](const std::string& name) { return name == "tuning"; }, problems);
  std::vector<std::string> messages;
  for (const Problem& problem : problems) messages.push_back(problem.message);
  EXPECT_THAT(messages,
              ElementsAre("tunlets.disabled names b, but this run has no such sensor",
                          "tunlets.suspended names c, but this run has no such tunlet",
                          "actuator y names d, but this run has no such sensor or tunlet"));
}

/// A tuner of a run.
class Standing final : public StandingTunlet {
 public:
  std::optional<TunletFacts> facts() const override {
    if (!used) return {};
    return TunletFacts{.name = "tuning", .by = "model"};
  }
  std::vector<StandingDecision> take_decisions() override { return {{"model", "depth 2", "why"}}; }
  void suspend(bool now) override { suspended.push_back(now); }
  bool used = true;
  std::vector<bool> suspended;
};

TEST(Switches, StandingTunletsAreListed) {
  Standing used, idle;
  idle.used = false;
  StandingTunlets all;
  all.open([&] { return std::vector<StandingTunlet*>{&idle, &used}; });
  all.suspend({"balancing", "tuning"});
  EXPECT_EQ(all.listed()[0]["suspended"], true);
  all.suspend({});
  EXPECT_THAT(used.suspended, ElementsAre(true, false));
  EXPECT_THAT(idle.suspended, IsEmpty());
  ASSERT_EQ(all.listed().size(), 1u);
  EXPECT_EQ(all.listed()[0]["by"], "model");
  ASSERT_EQ(all.take_decisions().size(), 1u);
  EXPECT_EQ(all.take_decisions()[0]["decided"], "depth 2");
  EXPECT_TRUE(StandingTunlets().listed().is_null());
}

// The parameter file has made the sensor of the plug-in an average.
TEST(Switches, PlugInsAndRulesAreListedAsTunerAndBalancerAre) {
  const TunletPlan plan{
      .sensors = {{.name = "pace", .at = "step", .kind = SensorKind::average, .of = 4},
                  {.name = "late", .from = "pace", .kind = SensorKind::threshold, .above = 1}},
      .actuators = {{.name = "rows", .parameter = "output.scalars.every"},
                    {.name = "look", .kind = ActuatorKind::switches, .on = {"pace"}},
                    {.name = "end", .kind = ActuatorKind::function, .function = "stop"}},
      .rules = {{"late", "events", 0, {}, {.actuator = "look"}},
                {"pace", "mean", 1, {}, {.actuator = "end"}}}};
  PlugIns plug_ins{.names = {"quiet"}};
  plug_ins.own = {{.sensors = {{.name = "pace", .at = "step"}}, .actuators = {{.name = "rows"}}}};
  std::deque<PlugInTunlet> own = plug_in_tunlets(plug_ins, plan, 20);
  StandingTunlets all;
  all.open([&] { return pointers_to(own); });
  all.suspend({"rules"});
  const nlohmann::json listed = all.listed();
  ASSERT_EQ(listed.size(), 2u);
  EXPECT_EQ(listed[0]["measures"], "step (average of 4)");
  EXPECT_EQ(listed[0]["changes"], "output.scalars.every");
  EXPECT_EQ(listed[0]["when"], "after windows of 20 steps");
  EXPECT_EQ(listed[0]["suspended"], false);
  EXPECT_EQ(listed[1]["name"], "rules");
  EXPECT_EQ(listed[1]["measures"], "step (average of 4) (threshold), step (average of 4)");
  EXPECT_EQ(listed[1]["changes"], "sensors and tunlets that are enabled, stop");
  EXPECT_EQ(listed[1]["judges"], "the conditions of 2 rules");
  EXPECT_TRUE(own[1].suspended());
}

/// Fails once.
class FailsOnce final : public Tunlet {
 public:
  TunletNeeds open(const ParameterSet&) override { return {.sensors = {{"step", "step"}}}; }
  std::vector<TunletAction> judge(const TunletWindow&) override {
    if (!failed_) {
      failed_ = true;
      throw Error(Problem{.slug = "test/once", .message = "once"});
    }
    return {};
  }

 private:
  bool failed_ = false;
};

// The step after which it was thrown may be rejected, and the run goes back.
TEST(Switches, AnErrorOutlivesARejectedStep) {
  const SampleFields fields({4, 4, 1}, [](int, int, int) { return 0; });
  const SampleParameters values(switch_section(), "tunlets: {run: [fails], window: 5}");
  on_ranks(2, [&](Transport& transport) {
    PlainDriver driver;
    NoFields none;
    Tunlets tunlets;
    tunlets.open({.program = fields.program,
                  .parameters = *values.values,
                  .driver = driver,
                  .fields = none,
                  .transport = transport,
                  .tag = 940,
                  .make_service = [](std::string_view, std::string_view, const Location&) {
                    return std::static_pointer_cast<void>(
                        std::shared_ptr<Tunlet>(std::make_shared<FailsOnce>()));
                  }});
    long n = 0;
    for (; n < 6; ++n) tunlets.after_step({.iteration = n});
    for (long rejected = 0; rejected < 3; ++rejected)
      EXPECT_THAT([&] { tunlets.after_step({.iteration = n - rejected, .rejected = rejected}); },
                  ::testing::ThrowsMessage<Error>(HasSubstr("[test/once]")));
  });
}

}  // namespace
}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cardon/kit/profile_region.hpp>
#include <string>
#include <thread>

#include "sensor_board.hpp"

namespace cardon {
namespace {

SensorSpec spec_of(SensorKind kind) {
  return {.name = "s", .at = "pfunc", .kind = kind, .of = 16, .above = 0.0105};
}

/// Calls of 10 ms, of which every tenth takes 1 ms more.
SensorReading thousand_calls(Sensor& sensor) {
  double now = 0;
  for (int call = 0; call < 1000; ++call) {
    sensor.enter(now);
    now += call % 10 == 9 ? 11e-3 : 10e-3;
    sensor.leave(now);
  }
  sensor.flush();
  return sensor.read();
}

// G. Costa's function that is called 1000 times (section 6.1).
TEST(Sensor, EmitsAsManyEventsAsItsKindHas) {
  const std::pair<SensorKind, long> expected[] = {{SensorKind::simple, 2000},
                                                  {SensorKind::timer, 1000},
                                                  {SensorKind::average, 63},  // the last one of 8
                                                  {SensorKind::threshold, 100}};
  for (const auto& [kind, events] : expected) {
    Sensor sensor(spec_of(kind));
    EXPECT_EQ(thousand_calls(sensor).events, events) << int(kind);
    EXPECT_EQ(sensor.read().events, 0);
  }
}

TEST(Sensor, EmitsTimes) {
  Sensor timer(spec_of(SensorKind::timer));
  const SensorReading all = thousand_calls(timer);
  EXPECT_NEAR(all.mean(), 10.1e-3, 1e-12);
  EXPECT_NEAR(all.min, 10e-3, 1e-9);
  EXPECT_NEAR(all.max, 11e-3, 1e-9);
  SensorSpec quick = spec_of(SensorKind::threshold);
  quick.above = 0;
  quick.below = 0.0105;
  Sensor below(quick);
  EXPECT_EQ(thousand_calls(below).events, 900);
}

// Sensors feed each other on the rank; what does not report sends nothing.
TEST(Sensor, WiredOnesNeedNoMessages) {
  SensorBoard board;
  board.install(
      {{.name = "mean", .at = "pfunc", .kind = SensorKind::average, .of = 4, .report = false},
       {.name = "slow", .at = "", .from = "mean", .kind = SensorKind::threshold, .above = 1e3},
       {.name = "quick", .at = "", .from = "mean", .kind = SensorKind::threshold, .below = 1e3}});
  for (int call = 0; call < 40; ++call) {
    board.enter("pfunc");
    board.enter("another");
    board.exit();
    board.exit();
  }
  const std::vector<SensorReading> readings = board.read();
  EXPECT_EQ(readings[0].events, 0);
  EXPECT_EQ(readings[1].events, 0);
  EXPECT_EQ(readings[2].events, 10);
}

TEST(Sensor, OfNestedCallsTheOutermostCounts) {
  Sensor sensor(spec_of(SensorKind::timer));
  sensor.leave(0);  // began before the sensor was there
  sensor.enter(1);
  sensor.enter(2);
  sensor.leave(3);
  sensor.leave(5);
  const SensorReading reading = sensor.read();
  EXPECT_EQ(reading.events, 1);
  EXPECT_DOUBLE_EQ(reading.sum, 4);
}

TEST(Sensor, TasksOfThisThreadAreInstallPoints) {
  SensorBoard board;
  board.install({{.name = "s", .at = "Thorn::task"}});
  { const ProfileRegion before("Thorn::task"); }
  board.attach();
  for (int call = 0; call < 3; ++call) const ProfileRegion region("Thorn::task");
  { const ProfileRegion other("Thorn::other"); }
  board.detach();
  { const ProfileRegion after("Thorn::task"); }
  EXPECT_EQ(board.read()[0].events, 3);
}

long entered_elsewhere = 0, left_elsewhere = 0;

// The tool has come after sensors of earlier runs, whose callbacks it may call.
TEST(Sensor, AnotherToolKeepsBeingTold) {
  namespace tools = Kokkos::Tools::Experimental;
  SensorBoard earlier;
  earlier.install({{.name = "s", .at = "task"}});
  earlier.attach();
  earlier.detach();
  static tools::EventSet before;
  before = tools::get_callbacks();
  tools::set_push_region_callback([](const char* name) {
    ++entered_elsewhere;
    if (before.push_region) before.push_region(name);
  });
  tools::set_pop_region_callback([] {
    ++left_elsewhere;
    if (before.pop_region) before.pop_region();
  });
  SensorBoard outer, inner;
  outer.install({{.name = "s", .at = "task"}});
  inner.install({{.name = "s", .at = "task"}});
  outer.attach();
  inner.attach();
  { const ProfileRegion region("task"); }
  outer.detach();  // in any order
  { const ProfileRegion region("task"); }
  inner.detach();
  { const ProfileRegion region("task"); }
  EXPECT_EQ(outer.read()[0].events, 1);
  EXPECT_EQ(inner.read()[0].events, 2);
  EXPECT_EQ(entered_elsewhere, 3);
  EXPECT_EQ(left_elsewhere, 3);
  tools::set_push_region_callback(nullptr);
  tools::set_pop_region_callback(nullptr);
}

// Members of an ensemble begin and end while others compute.
TEST(Sensor, ThreadsComeAndGo) {
  const auto member = [] {
    for (int run = 0; run < 50; ++run) {
      SensorBoard board;
      board.install({{.name = "s", .at = "task"}});
      board.attach();
      for (int call = 0; call < 20; ++call) const ProfileRegion region("task");
      board.detach();
      EXPECT_EQ(board.read()[0].events, 20);
    }
  };
  std::thread other(member);
  member();
  other.join();
}

}  // namespace
}  // namespace cardon

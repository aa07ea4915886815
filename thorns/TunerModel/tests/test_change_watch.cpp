// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "change_watch.hpp"

using namespace cardon;
using testing::HasSubstr;

namespace {

struct Figures {
  double step = 0.1, error = 1e-4, latency = 0.075, bandwidth = 3e6, ratio = 6, relative_cost = 1;
};

TuningWindow window(const Figures& f) {
  TuningWindow w;
  w.settings.links = {WideLinkSettings{.depth = 1, .codecs = {}}};
  w.seconds_per_step = {f.step, f.error, 8};
  w.machine.relative_cost = {{f.relative_cost, 0.001, 8}, {2 - f.relative_cost, 0.001, 8}};
  w.machine.links.resize(1);
  w.machine.links[0].latency = {f.latency, 1e-4, 8};
  w.machine.links[0].bandwidth = {f.bandwidth, 1e4, 8};
  for (auto& direction : w.machine.codecs)
    direction = {{{codec_names({"zlib-1"}), {f.ratio, 0.05, 8}, {}, {}}}};
  return w;
}

// A watch that knows a network and data at rest.
ChangeWatch at_rest() {
  ChangeWatch watch({{"a-b", "a", "b"}});
  for (int i = 0; i < 6; ++i) EXPECT_FALSE(watch.check(window({}), i > 0).any);
  return watch;
}

TEST(ChangeWatch, SeesLargeChangesAtOnceAndNamesThem) {
  EXPECT_EQ(at_rest().check(window({.latency = 0.3}), true).text,
            "latency of link a-b went from 75 to 300 ms");
  EXPECT_EQ(at_rest().check(window({.bandwidth = 3e5}), true).text,
            "bandwidth of link a-b went from 3 to 0.3 MB/s");
  EXPECT_THAT(at_rest().check(window({.relative_cost = 0.667}), true).text,
              HasSubstr("rank 0 went from 1 to 0.667"));
  const Change data = at_rest().check(window({.ratio = 1}), true);
  EXPECT_EQ(data.text, "ratio of zlib-1 on link a-b went from 6 to 1");
  EXPECT_TRUE(data.data);
  EXPECT_TRUE(data.cause);
}

TEST(ChangeWatch, AStepMustTakeLongerForSomeTimeIfNothingTellsWhy) {
  ChangeWatch watch = at_rest();
  EXPECT_FALSE(watch.check(window({.step = 0.2}), true).any);
  EXPECT_TRUE(watch.suspicious());
  EXPECT_FALSE(watch.check(window({}), true).any);
  EXPECT_FALSE(watch.suspicious());
  Change change;
  for (int i = 0; i < 6 && !change.any; ++i) change = watch.check(window({.step = 0.2}), true);
  EXPECT_TRUE(change.any);
  EXPECT_FALSE(change.cause);
}

TEST(ChangeWatch, RatiosAndStepsOfOtherSettingsAreNoChange) {
  EXPECT_FALSE(at_rest().check(window({.step = 0.02, .ratio = 20}), false).any);
}

TEST(ChangeWatch, ALatencyThatRisesWithOtherSettingsIsAFullLink) {
  ChangeWatch watch = at_rest();
  EXPECT_FALSE(watch.check(window({.latency = 0.4}), false).any);
  EXPECT_TRUE(watch.is_full(0));
  EXPECT_FALSE(watch.check(window({.latency = 0.4}), true).any);
  EXPECT_FALSE(watch.check(window({}), false).any);
  EXPECT_FALSE(watch.is_full(0));
}

TEST(ChangeWatch, LatenciesThatNobodyFeelsMayChange) {
  ChangeWatch watch({{"a-b", "a", "b"}});
  for (int i = 0; i < 6; ++i) watch.check(window({.latency = 1e-4}), i > 0);
  EXPECT_FALSE(watch.check(window({.latency = 1e-3}), true).any);
}

TEST(ChangeWatch, TellsWindowsInWhichStepsDiffer) {
  ChangeWatch watch = at_rest();
  watch.check(window({.error = 0.01}), true);
  EXPECT_TRUE(watch.uneven());
  watch.check(window({}), true);
  EXPECT_FALSE(watch.uneven());
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "machine_fit.hpp"

using namespace cardon;

namespace {

MachineEstimate window(double latency, double ratio, double error = 0.01) {
  MachineEstimate m;
  m.task_seconds = {1e-7};
  m.relative_cost = {{1, error, 1}};
  m.links.resize(1);
  m.links[0].latency = {latency, error * latency, 1};
  for (auto& direction : m.codecs)
    direction = {{{codec_names({"zlib-1"}), {ratio, error * ratio, 1}, {}, {}}}};
  return m;
}

TEST(Combined, IsTheMeanWeightedByErrors) {
  const Estimate mean = combined({10, 1, 4}, {12, 1, 4});
  EXPECT_GT(mean.value, 11);  // the newer counts more
  EXPECT_LT(mean.value, 11.5);
  EXPECT_LT(mean.error, 1);
  EXPECT_NEAR(combined({10, 1, 4}, {12, 0.01, 4}).value, 12, 0.05);
}

TEST(Combined, BelievesTheNewerOfTwoThatContradictEachOther) {
  EXPECT_DOUBLE_EQ(combined({10, 0.1, 4}, {12, 0.1, 4}).value, 12);
}

TEST(Combined, LeavesOutWhatIsUnknown) {
  EXPECT_DOUBLE_EQ(combined({10, 1, 4}, {}).value, 10);
  EXPECT_DOUBLE_EQ(combined({}, {12, 1, 4}).value, 12);
  EXPECT_DOUBLE_EQ(combined({0, 0, 1}, {0, 0, 1}).value, 0) << "what costs nothing, once more";
  EXPECT_DOUBLE_EQ(combined({0, 0, 1}, {0.1, 0.01, 1}).value, 0.1);
}

TEST(MachineFit, AveragesUntilItIsToldToForget) {
  MachineFit fit;
  fit.add(window(0.075, 4, 0.1));
  fit.add(window(0.085, 4, 0.1));
  EXPECT_GT(fit.estimate().links[0].latency.value, 0.079);
  EXPECT_LT(fit.estimate().links[0].latency.value, 0.085);
  fit.forget(false);
  fit.add(window(0.09, 4, 0.1));
  EXPECT_DOUBLE_EQ(fit.estimate().links[0].latency.value, 0.09);
}

TEST(MachineFit, ForgetsCodecsAlone) {
  MachineFit fit;
  fit.add(window(0.075, 4, 0.2));
  fit.forget_codecs();
  fit.add(window(0.085, 3, 0.2));
  EXPECT_DOUBLE_EQ(fit.estimate().codecs[0][0][0].ratio.value, 3);
  EXPECT_LT(fit.estimate().links[0].latency.value, 0.084);
}

TEST(MachineFit, KeepsWhatAWindowDoesNotKnow) {
  MachineFit fit;
  fit.add(window(0.075, 4));
  MachineEstimate next = window(0.075, 4);
  next.links[0].latency = {};
  next.codecs[0] = {{{codec_names({"lz4"}), {2, 0.1, 1}, {}, {}}}};
  fit.forget(false);
  fit.add(next);
  EXPECT_DOUBLE_EQ(fit.estimate().links[0].latency.value, 0.075);
  ASSERT_EQ(fit.estimate().codecs[0][0].size(), 2u);
  EXPECT_DOUBLE_EQ(fit.estimate().codecs[0][0][0].ratio.value, 4);
}

TEST(MachineFit, TakesChainsThatWereNotTriedToHaveLostAsMuchAsOthers) {
  MachineFit fit;
  MachineEstimate first = window(0.075, 9);
  first.codecs[0][0].push_back({codec_names({"lz4"}), {5, 0.1, 1}, {}, {}});
  fit.add(first);
  fit.forget(true);
  fit.add(window(0.075, 1.08));
  EXPECT_DOUBLE_EQ(fit.estimate().codecs[0][0][0].ratio.value, 1.08);
  EXPECT_NEAR(fit.estimate().codecs[0][0][1].ratio.value, 1.04, 1e-9);
}

}  // namespace

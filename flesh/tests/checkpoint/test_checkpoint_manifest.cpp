// SPDX-License-Identifier: Apache-2.0
// What a restart learns about adaptive steps.
#include <gtest/gtest.h>

#include <cardon/kit/checkpoint/checksummed_json.hpp>
#include <nlohmann/json.hpp>

#include "checkpoint/checkpoint_manifest.hpp"

namespace cardon {
namespace {

CheckpointManifest adaptive() {
  CheckpointManifest m;
  m.iteration = 40;
  m.time = 0.75;
  m.dt = 0.02;
  m.clock = ClockState{.iteration = 40,
                       .time = 0.75,
                       .dt = 0.02,
                       .next = 0.021,
                       .target = 0.03,
                       .evaluated = 37,
                       .interval = 16,
                       .rejected = 5,
                       .rejections = 2,
                       .repeats = 1,
                       .pending = ClockState::Pending{38, 0.022, {}},
                       .recent = {0.02, 0.025},
                       .errors = {0.5, 1.25},
                       .caution = 0.8};
  m.grid = m.provenance = m.services = nlohmann::json::object();
  return m;
}

TEST(CheckpointManifest, AdaptiveStepsContinueWhereTheyWere) {
  const CheckpointManifest sent = adaptive();
  EXPECT_EQ(checkpoint_manifest(to_text(sent)).clock, sent.clock);
}

// Of a version in which the distance of evaluations was constant.
TEST(CheckpointManifest, ADistanceThatIsNotThereIsTheShortest) {
  nlohmann::json j = unseal(to_text(adaptive()), "manifest.json");
  j["adaptive steps"].erase("interval");
  j["adaptive steps"].erase("rejections");
  for (const char* name : {"repeats", "errors", "caution"}) j["adaptive steps"].erase(name);
  const CheckpointManifest read = checkpoint_manifest(seal(j));
  ASSERT_TRUE(read.clock);
  EXPECT_EQ(read.clock->interval, 0);
  EXPECT_EQ(read.clock->rejections, 0);
  EXPECT_EQ(read.clock->repeats, 0);
  EXPECT_TRUE(read.clock->errors.empty());
  EXPECT_EQ(read.clock->caution, 1);
  EXPECT_EQ(read.clock->rejected, 5);
}

}  // namespace
}  // namespace cardon

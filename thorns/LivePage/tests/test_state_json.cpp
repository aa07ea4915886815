// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "run_progress.hpp"
#include "state_json.hpp"

namespace cardon {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

RunState example() {
  RunState state{.title = "pulse", .folder = "runs/a/0001"};
  state.iteration = 50;
  state.last_iteration = 200;
  state.points = 1000;
  state.step_seconds = 0.01;
  state.links = {{.name = "a-\"b\"", .depth = 4, .bytes_raw = 300, .bytes_sent = 100}};
  state.ranks = {{.compute = 9, .recent = 1, .owned_points = 500},
                 {.compute = 9, .recent = 3, .owned_points = 500}};
  return state;
}

TEST(StateJson, HasDerivedFigures) {
  const Json json = state_json(example());
  EXPECT_EQ(json["points_per_second"], 1e5);
  EXPECT_EQ(json["links"][0]["ratio"], 3.0);
  EXPECT_EQ(json["imbalance"], 1.5);
  EXPECT_EQ(json["ranks"][1]["rank"], 1);
}

TEST(StateJson, ListsTheSlowestOfManyRanks) {
  RunState state;
  for (int n = 0; n < 1000; ++n) state.ranks.push_back({.recent = n == 700 ? 3.0 : 1.0});
  const Json json = state_json(state);
  ASSERT_EQ(json["ranks"].size(), 256U);
  EXPECT_EQ(std::count_if(json["ranks"].begin(), json["ranks"].end(),
                          [](const Json& rank) { return rank["rank"] == 700; }),
            1);
  EXPECT_NEAR(json["imbalance"], 3 / 1.002, 1e-12);
}

TEST(StateJson, WhatIsNotKnownIsNull) {
  const Json json = state_json(RunState{.links = {{.name = "intra"}}});
  EXPECT_TRUE(json["seconds_left"].is_null());
  EXPECT_TRUE(json["stop_time"].is_null());
  EXPECT_TRUE(json["imbalance"].is_null());
  EXPECT_TRUE(json["links"][0]["hidden_fraction"].is_null());
  EXPECT_TRUE(json["links"][0]["latency_seconds"].is_null());
}

TEST(StateJson, IsOneLineWhateverTheTitle) {
  RunState state = example();
  state.title = "two\nlines \xff";
  EXPECT_EQ(json_line(state_json(state)).find('\n'), std::string::npos);
}

TEST(Metrics, EscapeLabels) {
  const std::string text = metrics_text(example());
  EXPECT_THAT(text, HasSubstr("# TYPE cardon_iteration gauge\ncardon_iteration 50\n"));
  EXPECT_THAT(text, HasSubstr("cardon_link_depth_layers{link=\"a-\\\"b\\\"\"} 4\n"));
  EXPECT_THAT(text, testing::Not(HasSubstr("left_seconds")));
}

TEST(Sites, RanksAreCounted) {
  const auto sites = sites_of(Json::parse(R"({"a": "0-3,8", "b": "4-7"})"));
  ASSERT_EQ(sites.size(), 2u);
  EXPECT_EQ(sites[0].ranks, 5);
  EXPECT_EQ(sites[1].ranks, 4);
}

}  // namespace
}  // namespace cardon

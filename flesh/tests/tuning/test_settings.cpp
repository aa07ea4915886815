// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/tuning/settings_json.hpp>
#include <nlohmann/json.hpp>

namespace cardon {
namespace {

const std::vector<LinkEnds> ends = {{"a-b", "a", "b"}, {"b-c", "b", "c"}};

DriverSettings example() {
  DriverSettings settings;
  settings.links.resize(2);
  settings.links[0].depth = 4;
  settings.links[0].codecs[1] = codec_names({"extrapolate", "zlib-1"});
  settings.links[1].depth = 1;
  settings.links[1].packing = 2.5;
  settings.overlap = false;
  settings.blocks_per_rank = 3;
  settings.speeds = {1, 0.1, 3};
  return settings;
}

TEST(Settings, ComeBackFromJson) {
  const DriverSettings settings = example();
  const auto json = settings_json(settings, ends);
  EXPECT_EQ(json["links"]["a-b"]["codecs"]["b to a"].dump(), R"(["extrapolate","zlib-1"])");
  EXPECT_TRUE(same_settings(settings_from_json(json, ends), settings));
  EXPECT_THROW(settings_from_json(json, {{"a-c", "a", "c"}}), nlohmann::json::exception);
}

// A file may have been edited.
TEST(Settings, HaveWholeNumbers) {
  const auto depth = [](const nlohmann::json& number) {
    auto json = settings_json(example(), ends);
    json["links"]["a-b"]["depth"] = number;
    return settings_from_json(json, ends).links[0].depth;
  };
  EXPECT_EQ(depth(7), 7);
  EXPECT_THROW(depth(1e300), nlohmann::json::exception);
  EXPECT_THROW(depth(0.5), nlohmann::json::exception);
  EXPECT_GT(depth(4294967297), 1000000) << "not 1";
  auto json = settings_json(example(), ends);
  json["blocks_per_rank"] = 1e300;
  EXPECT_THROW(settings_from_json(json, ends), nlohmann::json::exception);
}

TEST(Settings, TellApartWhatMovesPoints) {
  const DriverSettings settings = example();
  DriverSettings other = settings;
  other.overlap = true;
  other.links[0].codecs[0] = codec_names({"zlib"});
  EXPECT_TRUE(same_cut(settings, other));
  EXPECT_FALSE(same_settings(settings, other));
  other = settings;
  other.links[1].depth = 2;
  EXPECT_FALSE(same_cut(settings, other));
  other = settings;
  other.speeds = {};
  EXPECT_FALSE(same_cut(settings, other));
}

TEST(Settings, SayWhatDiffers) {
  const DriverSettings settings = example();
  EXPECT_EQ(difference_text(settings, settings, ends), "");
  DriverSettings other = settings;
  other.links[0].depth = 6;
  other.links[1].codecs[0] = other.links[1].codecs[1] = codec_names({"zlib"});
  other.overlap = true;
  other.blocks_per_rank = 1;
  EXPECT_EQ(difference_text(settings, other, ends),
            "depth 4 -> 6 on link a-b, codecs none -> [zlib] on link b-c, overlap off -> on, "
            "blocks per rank 3 -> 1");
  other = settings;
  other.links[0].codecs[1] = {};
  other.speeds = {1, 1, 1};
  EXPECT_EQ(difference_text(settings, other, ends),
            "codecs [extrapolate, zlib-1] -> none on link a-b from b to a, weights");
}

}  // namespace
}  // namespace cardon

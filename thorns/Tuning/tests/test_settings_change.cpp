// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "settings_change.hpp"

namespace cardon {
namespace {

TEST(SettingsChange, ComesBackFromItsBytes) {
  const std::vector<LinkEnds> ends = {{"a-b", "a", "b"}, {"b-c", "b", "c"}};
  DriverSettings settings;
  settings.links.resize(2);
  settings.links[0].depth = 4;
  settings.links[0].codecs[1] = codec_names({"extrapolate", "zlib-1"});
  settings.links[1].packing = 2.5;
  settings.blocks_per_rank = 3;
  settings.speeds = {1, 0.1, 3};
  SettingsChange order{
      .change = true, .settings = settings, .first = 5, .last = 9, .effective_step = 12};
  order.new_trials = true;
  order.trials = {codec_names({"zlib"}), {}};
  const SettingsChange back = order_from_bytes(to_bytes(order, ends), ends);
  EXPECT_TRUE(back.change);
  EXPECT_TRUE(same_settings(back.settings, order.settings));
  EXPECT_EQ(back.first, 5);
  EXPECT_EQ(back.last, 9);
  EXPECT_EQ(back.effective_step, 12);
  ASSERT_EQ(back.trials.size(), 2u);
  EXPECT_EQ(chain_text(back.trials[0]), "zlib");
  order.change = order.new_trials = false;
  EXPECT_FALSE(order_from_bytes(to_bytes(order, ends), ends).change);
  EXPECT_FALSE(order_from_bytes(to_bytes(order, ends), ends).new_trials);
}

}  // namespace
}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "draw/colour_map.hpp"

namespace cardon {
namespace {

TEST(ColourMap, EndsAndMiddlesAreThoseOfMatplotlib) {
  EXPECT_EQ(colour_of(Colours::viridis, 0), 0xff440154u);
  EXPECT_EQ(colour_of(Colours::viridis, 1), 0xfffde725u);
  EXPECT_EQ(colour_of(Colours::inferno, 0), 0xff000004u);
  EXPECT_EQ(colour_of(Colours::inferno, 1), 0xfffcffa4u);
  EXPECT_EQ(colour_of(Colours::coolwarm, 0.5), 0xffddddddu);
}

TEST(ColourMap, ValuesBeyondTheRangeAreCutAndNaNIsGrey) {
  EXPECT_EQ(colour_of(Colours::viridis, -3), colour_of(Colours::viridis, 0));
  EXPECT_EQ(colour_of(Colours::viridis, 3), colour_of(Colours::viridis, 1));
  EXPECT_EQ(colour_of(Colours::viridis, std::nan("")), not_finite_colour);
}

// Colours that neighbouring values share are as close as those of matplotlib's maps of 256 colours.
TEST(ColourMap, NeighbouringColoursHardlyDiffer) {
  for (const Colours colours : {Colours::viridis, Colours::inferno, Colours::coolwarm})
    for (int level = 1; level < colour_levels; ++level) {
      const std::uint32_t a = colour_of(colours, (level - 1.0) / (colour_levels - 1)),
                          b = colour_of(colours, double(level) / (colour_levels - 1));
      for (const int shift : {16, 8, 0})
        EXPECT_LE(std::abs(int(a >> shift & 0xff) - int(b >> shift & 0xff)), 6) << level;
    }
}

// Lightness must grow along viridis and inferno: that is what they are for.
TEST(ColourMap, SequentialMapsGrowLighter) {
  for (const Colours colours : {Colours::viridis, Colours::inferno}) {
    double before = -1;
    for (int i = 0; i <= 32; ++i) {
      const std::uint32_t c = colour_of(colours, i / 32.0);
      const double light =
          0.2126 * (c >> 16 & 0xff) + 0.7152 * (c >> 8 & 0xff) + 0.0722 * (c & 0xff);
      EXPECT_GT(light, before);
      before = light;
    }
  }
}

}  // namespace
}  // namespace cardon

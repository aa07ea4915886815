// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "slab_plan.hpp"

namespace cardon {
namespace {

// Every point of a box is written once, in bounded portions of whole chunks.
TEST(SlabPlan, TilesTheBox) {
  for (const Box& box : {Box{{0, 0, 0}, {7, 5, 9}}, Box{{3, 0, 40}, {515, 512, 260}},
                         Box{{0, 0, 0}, {4000, 3000, 1}}, Box{{5, 0, 0}, {6, 1, 1}}})
    for (const int writers : {1, 2, 5})
      for (const bool chunked : {false, true}) {
        const int dimensions = box.extent(2) > 1 ? 3 : box.extent(1) > 1 ? 2 : 1;
        const SlabPlan plan(box, dimensions, writers, chunked);
        const Index3 edges = chunk_edges(box, dimensions);
        const int slow = dimensions - 1;
        // The box is a part of this grid.
        const long longest = max_slab_points(box.hi, dimensions, chunked);
        long points = 0;
        for (int round = 0; round < plan.rounds(); ++round)
          for (int writer = 0; writer < writers; ++writer) {
            const Box& slab = plan.at(round, writer);
            if (slab.empty()) continue;
            points += slab.points();
            EXPECT_LE(slab.points(), 4L << 20);
            EXPECT_LE(slab.points(), longest);
            EXPECT_TRUE(box.contains(slab));
            const bool at_end = slab.hi[slow] == box.hi[slow];
            EXPECT_TRUE(!chunked || at_end || (slab.hi[slow] - box.lo[slow]) % edges[slow] == 0);
          }
        EXPECT_EQ(points, box.points());
      }
}

TEST(SlabPlan, ChunksFitTheCacheOfReaders) {
  for (const Index3& points : {Index3{512, 512, 512}, Index3{8, 8, 8}, Index3{5000, 5000, 9}}) {
    const Index3 edges = chunk_edges({{0, 0, 0}, points}, 3);
    EXPECT_LE(long(edges[0]) * edges[1] * edges[2] * 8, 1 << 20);
  }
}

TEST(SlabPlan, AnEmptyBoxNeedsNoRound) { EXPECT_EQ(SlabPlan(Box{}, 3, 2, true).rounds(), 0); }

}  // namespace
}  // namespace cardon

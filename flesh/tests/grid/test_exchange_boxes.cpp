// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/grid/copy_box.hpp>
#include <cardon/kit/grid/exchange_boxes.hpp>
#include <cardon/kit/grid/topology.hpp>
#include <map>
#include <numeric>

#include "grid/pieces.hpp"

namespace cardon {
namespace {

struct Ends {
  Index3 points;
  std::array<bool, 3> periodic;
  Index3 topology;
  int exterior = 0;
  int dimensions = 3;
};

Layout layout_of(const Ends& ends) {
  Grid grid;
  grid.dimensions = ends.dimensions;
  grid.points = ends.points;
  for (int d = 0; d < ends.dimensions; ++d) {
    grid.periodic[d] = ends.periodic[d];
    grid.radius[d] = 1 + ends.exterior;
    for (Face& face : grid.faces[d])
      if (!grid.periodic[d]) face = {"test", 1, ends.exterior};
  }
  return Layout(grid, decompose(grid, ends.topology));
}

template <class Visit>
void visit(const Box& box, Visit&& work) {
  for (int k = box.lo[2]; k < box.hi[2]; ++k)
    for (int j = box.lo[1]; j < box.hi[1]; ++j)
      for (int i = box.lo[0]; i < box.hi[0]; ++i) work(Index3{i, j, k});
}

// The point of the domain, or of its exterior, that a ghost point copies.
Index3 copied(const Layout& layout, Index3 at) {
  for (int d = 0; d < 3; ++d)
    if (layout.wraps(d))
      at[d] =
          ((at[d] % layout.grid().points[d]) + layout.grid().points[d]) % layout.grid().points[d];
  return at;
}

std::vector<Index3> sources(const Layout& layout, int receiver, int sender, int depth) {
  for (const PeerBoxes& peer : exchange_boxes(layout, sender, depth).sends) {
    if (peer.block != receiver) continue;
    std::vector<Index3> result;
    for (const Box& box : peer.boxes) visit(box, [&](const Index3& i) { result.push_back(i); });
    return result;
  }
  return {};
}

// Every ghost point within the depth is filled exactly once, by a block that owns its original.
void expect_complete(const Ends& ends, int depth) {
  const Layout layout = layout_of(ends);
  for (int block = 0; block < layout.blocks(); ++block) {
    std::map<Index3, int> filled;
    const auto fill = [&](const Index3& at, const Index3& from, int owner) {
      ++filled[at];
      EXPECT_EQ(copied(layout, at), from);
      EXPECT_TRUE(layout.with_exterior(layout.tile(owner)).contains(from));
    };
    const ExchangeBoxes boxes = exchange_boxes(layout, block, depth);
    for (const PeerBoxes& peer : boxes.receives) {
      const std::vector<Index3> from = sources(layout, block, peer.block, depth);
      std::size_t n = 0;
      for (const Box& box : peer.boxes)
        visit(box, [&](const Index3& at) {
          ASSERT_LT(n, from.size());
          fill(at, from[n++], peer.block);
        });
      EXPECT_EQ(n, from.size());
    }
    for (const ImageCopy& copy : boxes.copies)
      visit(copy.to, [&](const Index3& at) {
        fill(at, {at[0] + copy.shift[0], at[1] + copy.shift[1], at[2] + copy.shift[2]}, block);
      });
    const Box all = layout.grown(block, depth), own = layout.with_exterior(layout.tile(block));
    visit(all, [&](const Index3& at) { EXPECT_EQ(filled[at], own.contains(at) ? 0 : 1); });
    EXPECT_TRUE(layout.stored(block, depth).contains(all));
    EXPECT_EQ(long(filled.size()), all.points());
  }
}

TEST(ExchangeBoxes, FillEveryGhostPointOnce) {
  for (const int depth : {1, 2, 3}) {
    expect_complete({{7, 6, 5}, {true, true, true}, {2, 2, 2}}, depth);
    expect_complete({{7, 6, 5}, {false, false, false}, {2, 2, 2}}, depth);
    expect_complete({{7, 6, 5}, {false, true, false}, {1, 3, 2}, 1}, depth);
    expect_complete({{7, 6, 5}, {true, true, false}, {1, 1, 2}, 2}, depth);
    expect_complete({{7, 6, 1}, {true, false, true}, {3, 2, 1}, 1, 2}, depth);
    expect_complete({{9, 1, 1}, {true, true, true}, {4, 1, 1}, 0, 1}, depth);
  }
}

TEST(ExchangeBoxes, ReachBeyondThinNeighboursAndRoundTheDomain) {
  expect_complete({{4, 5, 3}, {true, true, true}, {4, 1, 3}}, 2);
  expect_complete({{2, 2, 3}, {true, true, true}, {2, 1, 3}}, 5);
  expect_complete({{6, 1, 8}, {false, true, false}, {2, 1, 8}}, 4);
}

TEST(ExchangeBoxes, OneBlockExchangesNothing) {
  const Layout layout = layout_of({{4, 4, 4}, {true, false, true}, {1, 1, 1}, 1});
  const ExchangeBoxes boxes = exchange_boxes(layout, 0, 3);
  EXPECT_TRUE(boxes.receives.empty() && boxes.sends.empty() && boxes.copies.empty());
  EXPECT_EQ(layout.with_exterior(layout.tile(0)), (Box{{-2, -1, -2}, {6, 5, 6}}));
}

TEST(Layout, StoresFacesWholeOrNotAtAll) {
  const Layout layout = layout_of({{3, 3, 16}, {true, true, false}, {1, 1, 4}, 2});
  // Block 1 owns [4, 8): 4 ghost layers reach the boundary point 0, 3 do not.
  EXPECT_EQ(layout.stored(1, 3).lo[2], 1);
  EXPECT_EQ(layout.stored(1, 4).lo[2], -2);
  EXPECT_EQ(layout.computed(1, 4, Region::interior), (Box{{0, 0, 1}, {3, 3, 12}}));
  EXPECT_EQ(layout.computed(1, 4, Region::everywhere), (Box{{0, 0, 0}, {3, 3, 12}}));
}

TEST(Subtract, LeavesExactlyTheRest) {
  const Box a{{0, 0, 0}, {5, 4, 6}};
  for (const Box& b : {Box{{1, 1, 1}, {4, 3, 5}}, Box{{0, 2, 0}, {5, 9, 3}},
                       Box{{7, 0, 0}, {9, 4, 6}}, a, Box{}}) {
    std::map<Index3, int> seen;
    for (const Box& part : subtract(a, b)) visit(part, [&](const Index3& i) { ++seen[i]; });
    visit(a, [&](const Index3& i) { EXPECT_EQ(seen[i], b.contains(i) ? 0 : 1); });
    EXPECT_EQ(long(seen.size()), a.points());
  }
}

TEST(Pieces, LeadBackToTheirOriginals) {
  const Layout layout = layout_of({{4, 6, 5}, {true, false, true}, {2, 2, 2}});
  const Box box{{-5, 1, 2}, {3, 4, 11}};
  std::vector<Piece> pieces;
  cut_at_images(layout, box, pieces);
  std::map<Index3, int> seen;
  for (const Piece& piece : pieces)
    visit(piece.box, [&](const Index3& i) {
      ++seen[i];
      const Point p{i[0], i[1], i[2], &piece.frame};
      EXPECT_EQ((Index3{p.i(), p.j(), p.k()}), copied(layout, i));
    });
  EXPECT_EQ(long(seen.size()), box.points());
  visit(box, [&](const Index3& i) { EXPECT_EQ(seen[i], 1); });
}

TEST(CopyBox, PacksXFastestAndUnpacksTheSame) {
  std::vector<Real> from(1000), to(1000, -1);
  std::iota(from.begin(), from.end(), 0.0);
  for (int width = 1; width <= 7; ++width) {
    const Box box{{2, 1, 3}, {2 + width, 4, 5}};
    std::vector<Real> message(std::size_t(box.points()), -1);
    EXPECT_EQ(pack_box({from.data(), 10, 100}, box, message.data()), message.data() + box.points());
    EXPECT_EQ(message.front(), 312);
    EXPECT_EQ(message.back(), 431 + width);
    EXPECT_EQ(unpack_box({to.data(), 10, 100}, box, message.data()), message.data() + box.points());
    visit(box, [&](const Index3& i) {
      EXPECT_EQ(to[std::size_t(i[0] + 10 * i[1] + 100 * i[2])], i[0] + 10 * i[1] + 100 * i[2]);
    });
  }
  copy_points({from.data(), 10, 100}, {{0, 0, 0}, {6, 1, 1}}, {1, 2, 3});
  EXPECT_EQ(from[5], 326);
}

}  // namespace
}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
// Layouts of several sites against definitions that look at one point at a time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/kit/grid/layout.hpp>
#include <cardon/kit/grid/site_decomposition.hpp>
#include <map>

#include "random_site_layout.hpp"
#include "site_request_example.hpp"

namespace cardon {
namespace {

constexpr int layouts = 150;

// A point of the site's core with so many layers of its links, or beyond a face of the domain that
// these layers reach.
bool within_site(const Layout& layout, int site, const Growth& growth, const Index3& at) {
  if (!layout.has_sites()) return true;
  const auto d = std::size_t(layout.axis());
  const Box& core = layout.slab(site).core;
  const int lo = core.lo[d] - growth.lower, hi = core.hi[d] + growth.upper;
  const bool faces = layout.has_faces(layout.axis());
  return (at[d] >= lo || (faces && lo <= 0 && at[d] < 0)) &&
         (at[d] < hi ||
          (faces && hi >= layout.grid().points[d] && at[d] >= layout.grid().points[d]));
}

// Within so many layers of a point of the tile that counts, and inside `ends` where a direction
// does not wrap.
bool is_grown(const Layout& layout, int block, const Growth& growth, const Box& tile,
              const Box& ends, const Index3& at) {
  const int site = layout.slab_of(block);
  if (!within_site(layout, site, growth, at)) return false;
  Box close = tile;  // the points of the tile that are not too far away
  for (std::size_t d = 0; d < 3; ++d) {
    const int max_distance = layout.exists(int(d)) && layout.is_cut(int(d)) ? growth.block : 0;
    close.lo[d] = std::max(tile.lo[d], at[d] - max_distance);
    close.hi[d] = std::min(tile.hi[d], at[d] + max_distance + 1);
  }
  bool near = false;
  for_points(close,
             [&](const Index3& from) { near = near || within_site(layout, site, growth, from); });
  for (std::size_t d = 0; d < 3; ++d)
    if (!layout.wraps(int(d))) near = near && at[d] >= ends.lo[d] && at[d] < ends.hi[d];
  return near;
}

Box with_images(const Layout& layout) {
  Box box = layout.grid().extended();
  for (int d = 0; d < 3; ++d)
    if (layout.has_images(d)) {
      box.lo[std::size_t(d)] -= layout.grid().radius[std::size_t(d)];
      box.hi[std::size_t(d)] += layout.grid().radius[std::size_t(d)];
    }
  return box;
}

TEST(LayoutOfSites, GrowsTilesAsFarAsTheLayersGo) {
  RandomSiteLayout cases(1);
  for (int n = 0; n < layouts; ++n) {
    const Layout layout = cases.next();
    const int block = cases.pick(0, layout.blocks() - 1);
    const Growth growth = cases.growth(layout, block, 3);
    const Box all = with_images(layout), tile = layout.tile(block);
    const Box grown = layout.grown(block, growth);
    const Box everywhere = layout.computed(block, growth, Region::everywhere);
    const Box interior = layout.computed(block, growth, Region::interior);
    const Box with_exterior = layout.with_exterior(tile);
    for_points(grow(tile, {6, 6, 6}), [&](const Index3& at) {
      EXPECT_EQ(grown.contains(at), is_grown(layout, block, growth, with_exterior, all, at));
      EXPECT_EQ(everywhere.contains(at),
                is_grown(layout, block, growth, tile, layout.grid().domain(), at));
      EXPECT_EQ(interior.contains(at),
                is_grown(layout, block, growth, tile, layout.grid().interior(), at));
    });
    EXPECT_TRUE(layout.stored(block, 3).contains(grown));
  }
}

TEST(LayoutOfSites, BlocksShareTheWorkOnGhostLayersAmongThem) {
  RandomSiteLayout cases(2);
  for (int n = 0; n < layouts; ++n) {
    const Layout layout = cases.next();
    if (!layout.has_sites()) continue;
    const int site = cases.pick(0, int(layout.decomposition().slabs.size()) - 1);
    const int block = int(std::find(layout.decomposition().slab_of_block.begin(),
                                    layout.decomposition().slab_of_block.end(), site) -
                          layout.decomposition().slab_of_block.begin());
    const Growth growth = cases.growth(layout, block, 0);
    std::map<Index3, int> computed;
    for (int b = 0; b < layout.blocks(); ++b)
      if (layout.slab_of(b) == site)
        for_points(layout.computed(b, growth, Region::everywhere),
                   [&](const Index3& at) { ++computed[at]; });
    Box whole = layout.slab(site).core;
    whole.lo[std::size_t(layout.axis())] -= growth.lower;
    whole.hi[std::size_t(layout.axis())] += growth.upper;
    for_points(whole, [&](const Index3& at) { EXPECT_EQ(computed[at], 1); });
    EXPECT_EQ(long(computed.size()), whole.points());
  }
}

TEST(LayoutOfSites, KnowsOnWhichSidesOtherBlocksOfItsSiteAre) {
  RandomSiteLayout cases(3);
  for (int n = 0; n < layouts; ++n) {
    const Layout layout = cases.next();
    const int block = cases.pick(0, layout.blocks() - 1);
    for (int d = 0; d < layout.grid().dimensions; ++d)
      for (const bool upper : {false, true}) {
        Box beyond = layout.tile(block);
        const int side = upper ? beyond.hi[std::size_t(d)] : beyond.lo[std::size_t(d)] - 1;
        beyond.lo[std::size_t(d)] = side;
        beyond.hi[std::size_t(d)] = side + 1;
        bool found = false;
        for (int other = 0; other < layout.blocks(); ++other) {
          if (layout.slab_of(other) != layout.slab_of(block)) continue;
          for_points(beyond, [&](Index3 at) {
            if (d != layout.axis()) at[std::size_t(d)] = original(layout, at)[std::size_t(d)];
            found = found || layout.tile(other).contains(at);
          });
        }
        EXPECT_EQ(layout.has_neighbour(block, d, upper), found && layout.is_cut(d));
      }
  }
}

TEST(LayoutOfSites, TakesLayersFromThePlanOfItsSite) {
  SiteRequest request = request_of({4, 4, 60}, {1, 1, 1});
  for (std::size_t n = 0; n < 3; ++n) request.links[n].depth = int(n) + 2;  // a-b, b-c, a-c
  const Layout ring(request.grid, decompose_sites(request).decomposition);
  EXPECT_EQ(ring.links_of(0), (std::vector<int>{2, 0}));
  EXPECT_EQ(ring.links_of(1), (std::vector<int>{0, 1}));
  EXPECT_EQ(ring.growth(0, std::vector<int>{1, 4, 2}), Growth(1, 4, 2));
  EXPECT_EQ(ring.growth(2, std::vector<int>{1, 3, 4}), Growth(1, 3, 4));
  request.grid.periodic[2] = false;
  request.links.pop_back();
  const Layout chain(request.grid, decompose_sites(request).decomposition);
  EXPECT_EQ(chain.links_of(0), std::vector<int>{0});
  EXPECT_EQ(chain.growth(0, std::vector<int>{1, 2}), Growth(1, 0, 2));
  EXPECT_EQ(chain.growth(2, std::vector<int>{1, 3}), Growth(1, 3, 0));
  EXPECT_EQ(chain.growth(1, std::vector<int>{1, 2, 3}), Growth(1, 2, 3));
}

TEST(LayoutOfSites, TwoSitesOnARingUseOneLinkAtBothEnds) {
  SiteRequest request = request_of({4, 4, 20}, {1, 1});
  request.links[0].depth = 3;
  const Layout ring(request.grid, decompose_sites(request).decomposition);
  EXPECT_EQ(ring.links_of(0), std::vector<int>{0});
  EXPECT_EQ(ring.growth(1, std::vector<int>{1, 3}), Growth(1, 3, 3));
  EXPECT_EQ(ring.computed(0, ring.growth(0, std::vector<int>{0, 2}), Region::interior),
            (Box{{0, 0, -2}, {4, 4, 12}}));
}

TEST(LayoutOfSites, LayersEndAtTheFacesOfTheDomain) {
  SiteRequest request = request_of({4, 4, 12}, {1, 1});
  request.links.front().depth = 6;  // all that the neighbour owns
  request.grid.periodic[2] = false;
  for (Face& face : request.grid.faces[2]) face = {"test", 0, 1};
  const Layout layout(request.grid, decompose_sites(request).decomposition);
  EXPECT_EQ(layout.tile(1), (Box{{0, 0, 0}, {4, 4, 12}}));
  EXPECT_EQ(layout.grown(1, {1, 6, 0}).lo[2], -1);
  EXPECT_EQ(layout.grown(1, {1, 5, 0}).lo[2], 1);
  EXPECT_EQ(layout.limited(layout.grid().extended(), 1, {1, 6, 0}).lo[2], -1);
  EXPECT_EQ(layout.limited(layout.grid().extended(), 1, {1, 2, 0}), (Box{{0, 0, 4}, {4, 4, 13}}));
}

}  // namespace
}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
// Every ghost point is delivered exactly once, by a block that has it, on layouts of several sites.
#include <gtest/gtest.h>

#include <cardon/kit/grid/exchange_boxes.hpp>
#include <functional>
#include <map>

#include "grid/near_blocks.hpp"
#include "random_site_layout.hpp"

namespace cardon {
namespace {

constexpr int wide_layouts = 120;

using Boxes = std::function<ExchangeBoxes(int block)>;

std::vector<Index3> points_of(const PeerBoxes& peer) {
  std::vector<Index3> points;
  for (const Box& box : peer.boxes) {
    EXPECT_FALSE(box.empty());
    for_points(box, [&](const Index3& at) { points.push_back(at); });
  }
  return points;
}

const PeerBoxes* find(const std::vector<PeerBoxes>& peers, int block) {
  for (const PeerBoxes& peer : peers)
    if (peer.block == block) return &peer;
  return nullptr;
}

// What the block gets: the point, and where it comes from in the indices of the sender.
struct Delivery {
  int sender = 0;
  Index3 from;
};
using Deliveries = std::multimap<Index3, Delivery>;

Deliveries deliveries(const Boxes& boxes, int block) {
  Deliveries result;
  const ExchangeBoxes mine = boxes(block);
  for (const PeerBoxes& peer : mine.receives) {
    const ExchangeBoxes theirs = boxes(peer.block);
    const PeerBoxes* sent = find(theirs.sends, block);
    if (sent == nullptr) {
      ADD_FAILURE() << "block " << peer.block << " does not know what it sends";
      continue;
    }
    const std::vector<Index3> to = points_of(peer), from = points_of(*sent);
    EXPECT_EQ(to.size(), from.size());
    for (std::size_t n = 0; n < std::min(to.size(), from.size()); ++n)
      result.insert({to[n], {peer.block, from[n]}});
  }
  for (const ImageCopy& copy : mine.copies)
    for_points(copy.to, [&](const Index3& at) {
      const Index3& by = copy.shift;
      result.insert({at, {block, {at[0] + by[0], at[1] + by[1], at[2] + by[2]}}});
    });
  return result;
}

// Exactly the points that `wanted` picks from `around`, each once, and equal to their originals.
void expect_exactly(const Layout& layout, const Deliveries& found, const Box& around,
                    const std::function<bool(const Index3&)>& wanted) {
  long expected = 0;
  for_points(around, [&](const Index3& at) {
    expected += wanted(at);
    EXPECT_EQ(found.count(at), wanted(at) ? 1u : 0u);
  });
  EXPECT_EQ(long(found.size()), expected);
  for (const auto& [at, delivery] : found)
    EXPECT_EQ(original(layout, at), original(layout, delivery.from));
}

// Nobody sends what is not received.
void expect_no_surplus(const Boxes& boxes, int block) {
  for (const PeerBoxes& sent : boxes(block).sends) {
    const ExchangeBoxes theirs = boxes(sent.block);
    EXPECT_NE(find(theirs.receives, block), nullptr);
  }
}

TEST(ExchangeBoxesOfSites, FillEveryGhostPointOnceFromItsSite) {
  RandomSiteLayout cases(11);
  for (int n = 0; n < wide_layouts; ++n) {
    const Layout layout = cases.next();
    const int block = cases.pick(0, layout.blocks() - 1);
    const Growth growth = cases.growth(layout, block, 4);
    const Boxes boxes = [&](int b) { return exchange_boxes(layout, b, growth); };
    const Deliveries found = deliveries(boxes, block);
    const Box grown = layout.grown(block, growth);
    const Box own = layout.with_exterior(layout.tile(block));
    expect_exactly(layout, found, grow(grown, {2, 2, 2}),
                   [&](const Index3& at) { return grown.contains(at) && !own.contains(at); });
    for (const auto& [at, delivery] : found) {
      EXPECT_EQ(layout.slab_of(delivery.sender), layout.slab_of(block));
      EXPECT_TRUE(layout.with_exterior(layout.tile(delivery.sender)).contains(delivery.from));
    }
    expect_no_surplus(boxes, block);
  }
}

TEST(WideExchangeBoxes, FillTheLayersOfALinkFromThoseWhoOwnThem) {
  RandomSiteLayout cases(12);
  int links = 0;
  for (int n = 0; n < wide_layouts; ++n) {
    const Layout layout = cases.next();
    for (int block = 0; block < layout.blocks(); ++block)
      for (const int link : layout.links_of(layout.slab_of(block))) {
        ++links;
        const int max_depth = layout.decomposition().wide_links[std::size_t(link)].depth;
        const int depth = cases.pick(1, max_depth);
        const Boxes boxes = [&](int b) { return wide_exchange_boxes(layout, b, link, depth); };
        const Deliveries found = deliveries(boxes, block);
        const Box own = layout.with_exterior(layout.tile(block));
        const auto d = std::size_t(layout.axis());
        const Slab& site = layout.slab(layout.slab_of(block));
        const int lo = site.core.lo[d], hi = site.core.hi[d];
        expect_exactly(layout, found, grow(own, {1, 1, 1}), [&](const Index3& at) {
          return own.contains(at) &&
                 ((site.links[0] == link && at[d] < lo && at[d] >= lo - depth) ||
                  (site.links[1] == link && at[d] >= hi && at[d] < hi + depth));
        });
        for (const auto& [at, delivery] : found) {
          EXPECT_NE(layout.slab_of(delivery.sender), layout.slab_of(block));
          EXPECT_TRUE(layout.with_exterior(layout.owned(delivery.sender)).contains(delivery.from));
        }
        expect_no_surplus(boxes, block);
      }
  }
  EXPECT_GT(links, wide_layouts);
}

void expect_same(const std::vector<PeerBoxes>& found, const std::vector<PeerBoxes>& wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t n = 0; n < found.size(); ++n) {
    EXPECT_EQ(found[n].block, wanted[n].block);
    EXPECT_EQ(found[n].boxes, wanted[n].boxes);
  }
}

TEST(NearBlocks, AreAllThatExchange) {
  RandomSiteLayout cases(14);
  for (int n = 0; n < wide_layouts; ++n) {
    const Layout layout = cases.next();
    const int block = cases.pick(0, layout.blocks() - 1);
    const Growth growth = cases.growth(layout, block, 4);
    const std::vector<int> near = NearBlocks(layout, growth.block).of(block);
    const ExchangeBoxes found = exchange_boxes(layout, block, growth, near);
    const ExchangeBoxes wanted = exchange_boxes(layout, block, growth);
    expect_same(found.receives, wanted.receives);
    expect_same(found.sends, wanted.sends);
    EXPECT_EQ(found.copies.size(), wanted.copies.size());
    for (const int link : layout.links_of(layout.slab_of(block))) {
      const int depth = layout.decomposition().wide_links[std::size_t(link)].depth;
      const ExchangeBoxes wide = wide_exchange_boxes(layout, block, link, depth, near);
      expect_same(wide.receives, wide_exchange_boxes(layout, block, link, depth).receives);
      expect_same(wide.sends, wide_exchange_boxes(layout, block, link, depth).sends);
    }
  }
}

TEST(WideExchangeBoxes, HaveNothingForTheLinksOfOthers) {
  RandomSiteLayout cases(13);
  for (int n = 0; n < wide_layouts; ++n) {
    const Layout layout = cases.next();
    const int links = int(layout.decomposition().wide_links.size());
    for (int block = 0; block < layout.blocks(); ++block)
      for (int link = 0; link < links; ++link) {
        const std::vector<int> mine = layout.links_of(layout.slab_of(block));
        if (std::find(mine.begin(), mine.end(), link) != mine.end()) continue;
        const ExchangeBoxes boxes = wide_exchange_boxes(layout, block, link, 1);
        EXPECT_TRUE(boxes.receives.empty() && boxes.sends.empty() && boxes.copies.empty());
      }
  }
}

}  // namespace
}  // namespace cardon

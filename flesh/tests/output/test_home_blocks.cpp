// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "../support/local_transport.hpp"
#include "output/home_blocks.hpp"

namespace cardon {
namespace {

Machine two_sites() {
  Machine machine;
  machine.sites = {{.name = "a", .ranks = {0, 1}}, {.name = "b", .ranks = {2}}};
  return machine;
}

/// Five blocks of 2 x 3 x 2 points along x, three at site a, and one without points.
Decomposition six_blocks(std::vector<int> owners) {
  Decomposition decomposition;
  for (int block = 0; block < 5; ++block) {
    Box& box = decomposition.owned.emplace_back();
    box.lo = {2 * block, 0, 0};
    box.hi = {2 * block + 2, 3, 2};
  }
  decomposition.owned.emplace_back();
  decomposition.slab_of_block = {0, 0, 0, 1, 1, 1};
  decomposition.rank_of_block = std::move(owners);
  return decomposition;
}

Real value_at(int field, int i, int j, int k) { return 1000 * field + 100 * i + 10 * j + k; }

/// The values of a rank, for as long as this lives.
struct OwnFields {
  std::vector<std::vector<Real>> values;
  std::vector<FieldView> views;

  OwnFields(const Decomposition& decomposition, int rank) {
    for (const int field : {0, 1}) {
      FieldView& view = views.emplace_back();
      for (std::size_t block = 0; block < decomposition.owned.size(); ++block)
        if (decomposition.rank_of_block[block] == rank && !decomposition.owned[block].empty())
          add(view, field, decomposition.owned[block]);
    }
  }

 private:
  // With a ghost layer in y.
  void add(FieldView& view, int field, const Box& box) {
    std::vector<Real>& all = values.emplace_back();
    for (int k = 0; k < 2; ++k)
      for (int j = -1; j < 4; ++j)
        for (int i = box.lo[0]; i < box.hi[0]; ++i) all.push_back(value_at(field, i, j, k));
    view.pieces.push_back({box, all.data() - (box.lo[0] - 2), 2, 10});
  }
};

void expect_values(const Decomposition& home, int rank, const std::vector<FieldView>& views) {
  for (std::size_t field = 0; field < views.size(); ++field) {
    std::size_t wanted = 0;
    for (std::size_t block = 0; block < home.owned.size(); ++block)
      wanted += home.rank_of_block[block] == rank && !home.owned[block].empty();
    EXPECT_EQ(views[field].pieces.size(), wanted);
    for (const FieldPiece& piece : views[field].pieces) {
      const auto block = std::find(home.owned.begin(), home.owned.end(), piece.box);
      ASSERT_NE(block, home.owned.end());
      EXPECT_EQ(home.rank_of_block[std::size_t(block - home.owned.begin())], rank);
      for (int k = 0; k < 2; ++k)
        for (int j = 0; j < 3; ++j)
          for (int i = piece.box.lo[0]; i < piece.box.hi[0]; ++i)
            EXPECT_EQ(piece.row(j, k)[i], value_at(int(field), i, j, k));
    }
  }
}

TEST(HomeBlocks, AreWhereTheyAreIfNoneIsAway) {
  HomeBlocks blocks;
  EXPECT_EQ(blocks.at_home(six_blocks({1, 0, 0, 2, 2, 2}), two_sites()), nullptr);
  Decomposition one_site = six_blocks({2, 1, 0, 0, 1, 2});
  one_site.slab_of_block.clear();
  EXPECT_EQ(blocks.at_home(one_site, two_sites()), nullptr);
}

TEST(HomeBlocks, RanksOfASiteTakeTurns) {
  HomeBlocks blocks;
  const Decomposition now = six_blocks({2, 2, 0, 1, 2, 0});
  const Decomposition* home = blocks.at_home(now, two_sites());
  ASSERT_NE(home, nullptr);
  EXPECT_EQ(home->rank_of_block, (std::vector<int>{0, 1, 0, 2, 2, 2}));
  EXPECT_EQ(blocks.at_home(now, two_sites()), home);
  EXPECT_EQ(blocks.at_home(six_blocks({0, 2, 0, 2, 2, 2}), two_sites())->rank_of_block,
            (std::vector<int>{0, 0, 0, 2, 2, 2}));
}

TEST(HomeBlocks, ValuesOfBlocksThatAreAwayComeHome) {
  for (const std::vector<int>& owners :
       {std::vector<int>{2, 2, 0, 1, 2, 0}, {2, 2, 2, 0, 0, 1}, {0, 2, 1, 1, 2, 2}})
    on_ranks(3, [&](Transport& transport) {
      const Decomposition now = six_blocks(owners);
      OwnFields fields(now, transport.rank());
      HomeBlocks blocks;
      const Decomposition* home = blocks.at_home(now, two_sites());
      ASSERT_NE(home, nullptr);
      std::vector<FieldView> views = fields.views;
      blocks.bring(now, *home, transport, views);
      expect_values(*home, transport.rank(), views);
      views = fields.views;  // the next output
      blocks.bring(now, *home, transport, views);
      expect_values(*home, transport.rank(), views);
    });
}

}  // namespace
}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>

#include "../support/local_transport.hpp"
#include "../support/sample_fields.hpp"
#include "output/gather.hpp"

namespace cardon {
namespace {

class Gather : public ::testing::TestWithParam<int> {};

TEST_P(Gather, RankZeroGetsTheBoxAndOthersNothing) {
  const SampleFields run({5, 4, 7});
  const Box box{{1, 0, 2}, {4, 3, 7}};
  on_ranks(GetParam(), [&](Transport& transport) {
    const auto local = run.local(transport, 0);
    const std::vector<Real> values = gather(local->snapshot.fields[0], box, transport);
    if (transport.rank() != 0) {
      EXPECT_TRUE(values.empty());
      return;
    }
    ASSERT_EQ(values.size(), std::size_t(box.points()));
    std::size_t n = 0;
    for (int k = 2; k < 7; ++k)
      for (int j = 0; j < 3; ++j)
        for (int i = 1; i < 4; ++i) EXPECT_EQ(values[n++], run.formulas[0](i, j, k));
  });
}

TEST_P(Gather, APlaneMayLieOnOneRankOnly) {
  const SampleFields run({5, 4, 7});
  on_ranks(GetParam(), [&](Transport& transport) {
    const auto local = run.local(transport, 0);
    for (int k : {0, 6}) {
      const auto values = gather(local->snapshot.fields[0], {{0, 0, k}, {5, 4, k + 1}}, transport);
      if (transport.rank() != 0) continue;
      EXPECT_EQ(values.at(6), run.formulas[0](1, 1, k));
    }
  });
}

TEST_P(Gather, PiecesThatDoNotTileTheBoxAreABug) {
  const SampleFields run({5, 4, 7});
  EXPECT_THROW(on_ranks(GetParam(),
                        [&](Transport& transport) {
                          const auto local = run.local(transport, 0);
                          local->snapshot.fields[0].pieces[0].box.hi[0] = 4;
                          gather(local->snapshot.fields[0], run.grid.domain(), transport);
                        }),
               Bug);
}

INSTANTIATE_TEST_SUITE_P(Ranks, Gather, ::testing::Values(1, 2, 3, 7));

}  // namespace
}  // namespace cardon

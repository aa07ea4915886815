// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "interpolation/point_stencil.hpp"

namespace cardon {
namespace {

TEST(PointStencil, APlaceOnAPointHasItsValueWhateverIsBeside) {
  Grid grid;
  grid.dimensions = 2;
  grid.points = {5, 5, 1};
  for (int d = 0; d < 2; ++d) {
    grid.periodic[d] = false;
    grid.upper[d] = 4;
    grid.spacing[d] = 1;
  }
  constexpr Real nan = std::numeric_limits<Real>::quiet_NaN(),
                 infinity = std::numeric_limits<Real>::infinity();
  for (const int order : {1, 2, 3, 4}) {
    const PointStencil stencil(grid, {2, 2, 0}, order);
    for (const Real beside : {nan, infinity}) {
      for (const Real value : {0.1, -0.0, 0.0}) {
        int middle = -1;
        for (int j = 0, n = 0; j < stencil.axis(1).points; ++j)
          for (int i = 0; i < stencil.axis(0).points; ++i, ++n)
            if (stencil.axis(0).index[std::size_t(i)] == 2 &&
                stencil.axis(1).index[std::size_t(j)] == 2)
              middle = n;
        ASSERT_GE(middle, 0);
        std::vector<Real> values(std::size_t(stencil.points()), beside);
        values[std::size_t(middle)] = value;
        const Real sum = stencil.sum(values.data(), {0, 0, 0});
        EXPECT_EQ(sum, value) << order;
        EXPECT_EQ(std::signbit(sum), std::signbit(value)) << order;
      }
    }
  }
}

}  // namespace
}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>

#include "face_fixture.hpp"
#include "robin.hpp"

namespace cardon::boundaries {
namespace {

TEST(Robin, IsExactForItsPower) {
  for (const int power : {1, 2, 3}) {
    FaceFixture f(make_grid(3, 10, -1, 1, Centring::vertex, 2));
    const auto field = [=](Real x, Real y, Real z, Real) {
      return 0.5 + 2 / std::pow(std::sqrt(x * x + y * y + z * z), power);
    };
    f.field.far_value = 0.5;
    f.value = FaceValue{.space = {}, .time = [=](Real) { return Real(power); }, .both = {}};
    f.set(f.values, f.grid.domain(), field, 0);
    const std::vector<Real> exact = f.values;
    for (int d = 0; d < 3; ++d)
      for (const bool upper : {false, true}) {
        Index3 place{4, 3, 2};
        place[std::size_t(d)] = upper ? 9 : 0;
        f.at(place[0], place[1], place[2]) = 1e30;
        f.fill(Robin(), d, upper);
        EXPECT_NEAR(f.at(place[0], place[1], place[2]),
                    exact[f.place(place[0], place[1], place[2])], 1e-13)
            << "power " << power << ", direction " << d;
      }
  }
}

TEST(Robin, NeedsTheOriginInside) {
  for (const auto& [lower, upper] : {std::pair(0.0, 1.0), {0.5, 1.5}}) {
    const Grid grid = make_grid(1, 9, lower, upper, Centring::vertex, 1);
    EXPECT_EQ(Robin().owned_layers(grid, 0, true, 1), 1);
    EXPECT_THROW(Robin().owned_layers(grid, 0, false, 1), Error);
  }
}

}  // namespace
}  // namespace cardon::boundaries

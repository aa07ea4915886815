// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/kit/interpolation/interpolator.hpp>
#include <cardon/services/decomposition.hpp>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <functional>
#include <random>

#include "../support/local_transport.hpp"
#include "../support/watched_transport.hpp"

namespace cardon {
namespace {

using Function = std::function<Real(const Vec3&)>;

Grid box_grid(Index3 points, bool periodic, Centring centring = Centring::vertex) {
  Grid grid;
  grid.dimensions = points[2] > 1 ? 3 : points[1] > 1 ? 2 : 1;
  grid.points = points;
  grid.centring = centring;
  const bool cell = centring == Centring::cell;
  for (int d = 0; d < grid.dimensions; ++d) {
    grid.lower[d] = -0.5;
    grid.upper[d] = 1;
    grid.periodic[d] = periodic;
    grid.spacing[d] =
        1.5 / (periodic || cell ? points[std::size_t(d)] : points[std::size_t(d)] - 1);
    grid.origin[d] = -0.5 + (cell ? 0.5 * grid.spacing[d] : 0);
  }
  return grid;
}

Vec3 position_of(const Grid& grid, const Index3& i) {
  return {grid.coordinate(0, i[0]), grid.coordinate(1, i[1]), grid.coordinate(2, i[2])};
}

// Blocks of uneven size, given to ranks in turn.
Decomposition cut(const Grid& grid, const Index3& blocks, int ranks) {
  Decomposition cut;
  const auto edge = [&](std::size_t d, int n) {
    const Real even = Real(n) / blocks[d];
    return int(std::lround(grid.points[d] * even * (0.6 + 0.4 * even)));
  };
  for (int k = 0; k < blocks[2]; ++k)
    for (int j = 0; j < blocks[1]; ++j)
      for (int i = 0; i < blocks[0]; ++i) {
        const Index3 b{i, j, k};
        Box box;
        for (std::size_t d = 0; d < 3; ++d) {
          box.lo[d] = edge(d, b[d]);
          box.hi[d] = edge(d, b[d] + 1);
        }
        cut.rank_of_block.push_back(int(cut.owned.size()) % ranks);
        cut.owned.push_back(box);
      }
  return cut;
}

// The fields of one rank; what it does not own is NaN.
struct Fields {
  Fields(const Grid& grid, const Decomposition& decomposition, Transport& transport,
         const std::vector<Function>& functions) {
    snapshot.grid = &grid;
    snapshot.transport = &transport;
    snapshot.decomposition = &decomposition;
    const Box all = grid.domain();
    for (const Function& function : functions) {
      FieldView& view = snapshot.fields.emplace_back();
      for (std::size_t block = 0; block < decomposition.owned.size(); ++block) {
        if (decomposition.rank_of_block[block] != transport.rank()) continue;
        const Box& box = decomposition.owned[block];
        auto& values = storage.emplace_back(std::size_t(all.points()), std::nan(""));
        const std::ptrdiff_t sy = all.extent(0), sz = sy * all.extent(1);
        for (int k = box.lo[2]; k < box.hi[2]; ++k)
          for (int j = box.lo[1]; j < box.hi[1]; ++j)
            for (int i = box.lo[0]; i < box.hi[0]; ++i)
              values[std::size_t(i + j * sy + k * sz)] = function(position_of(grid, {i, j, k}));
        view.pieces.push_back({box, values.data(), sy, sz});
      }
    }
  }
  std::deque<std::vector<Real>> storage;
  Snapshot snapshot;
};

std::vector<Vec3> positions(const Grid& grid, int count) {
  std::mt19937 random(7);
  std::uniform_real_distribution<Real> anywhere(-0.5, 1);
  std::vector<Vec3> positions = {grid.lower, grid.upper};
  while (int(positions.size()) < count) {
    Vec3& position = positions.emplace_back();
    for (int d = 0; d < grid.dimensions; ++d) position[d] = anywhere(random);
  }
  return positions;
}

std::vector<Real> interpolate(const Grid& grid, const std::vector<Vec3>& at, int order,
                              int derivatives, const Index3& blocks, int ranks,
                              const std::vector<Function>& functions) {
  std::vector<Real> result;
  const Decomposition decomposition = cut(grid, blocks, ranks);
  on_ranks(ranks, [&](Transport& transport) {
    const Fields fields(grid, decomposition, transport, functions);
    Interpolator interpolator(grid, at, order, derivatives);
    const std::vector<Real> values = interpolator.values(fields.snapshot);
    if (transport.rank() == 0)
      result = values;
    else
      EXPECT_TRUE(values.empty());
  });
  return result;
}

Real polynomial(Real x, int degree, int derivative) {
  Real factor = 1;
  for (int n = 0; n < derivative; ++n) factor *= degree - n;
  return degree < derivative ? 0 : factor * std::pow(x + 0.7, degree - derivative);
}

using Case = std::tuple<int, int>;  // dimensions, order
class InterpolatorOf : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(All, InterpolatorOf,
                         ::testing::Combine(::testing::Range(1, 4), ::testing::Range(1, 6)));

TEST_P(InterpolatorOf, PolynomialsAndTheirDerivativesAreExact) {
  const auto [dimensions, order] = GetParam();
  const Grid grid = box_grid({11, dimensions > 1 ? 9 : 1, dimensions > 2 ? 8 : 1}, false,
                             order % 2 == 0 ? Centring::cell : Centring::vertex);
  const std::vector<Vec3> at = positions(grid, 12);
  const Index3 degree{order, dimensions > 1 ? order : 0, dimensions > 2 ? order : 0};
  const auto exact = [&](const Vec3& p, const Index3& derivative) {
    Real product = 1;
    for (int d = 0; d < 3; ++d)
      product *= polynomial(p[d], degree[std::size_t(d)], derivative[std::size_t(d)]);
    return product;
  };
  std::vector<Index3> quantities = {{0, 0, 0}};
  for (std::size_t a = 0; a < std::size_t(dimensions); ++a) ++quantities.emplace_back(Index3{})[a];
  for (std::size_t a = 0; a < std::size_t(dimensions); ++a)
    for (std::size_t b = a; b < std::size_t(dimensions); ++b) {
      Index3& both = quantities.emplace_back(Index3{});
      ++both[a];
      ++both[b];
    }
  const std::vector<Real> values =
      interpolate(grid, at, order, 2, {2, dimensions > 1 ? 2 : 1, dimensions > 2 ? 2 : 1}, 3,
                  {[&](const Vec3& p) {
                    return exact(p, {0, 0, 0});
                  }});
  ASSERT_EQ(values.size(), quantities.size() * at.size());
  const Real largest = std::pow(std::pow(1.7, order), dimensions);
  for (std::size_t q = 0; q < quantities.size(); ++q)
    for (std::size_t n = 0; n < at.size(); ++n) {
      const Real scale = q == 0 ? 1 : q <= std::size_t(dimensions) ? 30 : 900;
      EXPECT_NEAR(values[q * at.size() + n], exact(at[n], quantities[q]), 3e-14 * largest * scale)
          << "quantity " << q << ", point " << n;
    }
}

TEST_P(InterpolatorOf, TheBitsDoNotDependOnTheDecomposition) {
  const auto [dimensions, order] = GetParam();
  const Grid grid =
      box_grid({13, dimensions > 1 ? 12 : 1, dimensions > 2 ? 11 : 1}, order % 2 == 1);
  const std::vector<Vec3> at = positions(grid, 40);
  const std::vector<Function> functions = {
      [](const Vec3& p) { return std::sin(3 * p.x + 1) * std::cos(2 * p.y) * std::exp(p.z); },
      [](const Vec3& p) { return 1e10 * std::sin(7 * p.x + 5 * p.y + 4 * p.z); }};
  const int y = dimensions > 1, z = dimensions > 2;
  const std::vector<Real> reference = interpolate(grid, at, order, 2, {1, 1, 1}, 1, functions);
  for (const Real value : reference) ASSERT_TRUE(std::isfinite(value));
  for (const Index3& blocks : {Index3{2, 1, 1}, Index3{1, 1 + y, 1 + 2 * z},
                               Index3{3, 1 + 2 * y, 1 + z}, Index3{6, 1 + 3 * y, 1 + 3 * z}})
    for (const int ranks : {1, 2, 5})
      EXPECT_EQ(interpolate(grid, at, order, 2, blocks, ranks, functions), reference)
          << blocks[0] << blocks[1] << blocks[2] << " blocks on " << ranks << " ranks";
}

TEST_P(InterpolatorOf, ConvergesWithItsOrder) {
  const auto [dimensions, order] = GetParam();
  const Real wave = 2 * M_PI / 1.5;
  const Function smooth = [wave](const Vec3& p) {
    return std::sin(wave * p.x) * std::cos(wave * (p.y + 0.2)) * std::cos(wave * (p.z - 0.1));
  };
  Real error[2] = {0, 0};
  for (int level = 0; level < 2; ++level) {
    const int n = 16 << level;
    const Grid grid = box_grid({n, dimensions > 1 ? n : 1, dimensions > 2 ? n : 1}, true);
    const std::vector<Vec3> at = positions(grid, 500);
    const std::vector<Real> values = interpolate(grid, at, order, 0, {2, 1, 1}, 1, {smooth});
    for (std::size_t p = 0; p < at.size(); ++p)
      error[level] += std::pow(values[p] - smooth(at[p]), 2);
  }
  EXPECT_NEAR(0.5 * std::log2(error[0] / error[1]), order + 1, 0.3);
}

TEST(Interpolator, NamesWhatItKnows) {
  using ::testing::ElementsAre;
  EXPECT_THAT(Interpolator(box_grid({9, 1, 1}, true), {}, 2).quantities(), ElementsAre(""));
  EXPECT_THAT(Interpolator(box_grid({9, 9, 1}, true), {}, 2, 1).quantities(),
              ElementsAre("", "dx", "dy"));
  EXPECT_THAT(Interpolator(box_grid({9, 9, 9}, true), {}, 2, 2).quantities(),
              ElementsAre("", "dx", "dy", "dz", "dxx", "dxy", "dxz", "dyy", "dyz", "dzz"));
}

TEST(Interpolator, GoesOnWhenTheGridIsCutAnew) {
  const Grid grid = box_grid({12, 10, 9}, true);
  const std::vector<Vec3> at = positions(grid, 30);
  const Function function = [](const Vec3& p) { return p.x * p.x - p.y * p.z; };
  const std::vector<Real> reference = interpolate(grid, at, 3, 0, {1, 1, 1}, 1, {function});
  const std::vector<Decomposition> cuts = {cut(grid, {4, 1, 1}, 4), cut(grid, {2, 2, 3}, 4),
                                           cut(grid, {2, 2, 3}, 3), cut(grid, {4, 1, 1}, 4)};
  on_ranks(4, [&](Transport& transport) {
    Interpolator interpolator(grid, at, 3);
    for (const Decomposition& decomposition : cuts) {
      const Fields fields(grid, decomposition, transport, {function});
      const auto values = interpolator.values(fields.snapshot);
      EXPECT_EQ(values, transport.rank() == 0 ? reference : std::vector<Real>());
    }
  });
}

TEST(Interpolator, WithoutFieldsNobodyWaits) {
  const Grid grid = box_grid({12, 1, 1}, false);
  const Decomposition decomposition = cut(grid, {3, 1, 1}, 3);
  on_ranks(3, [&](Transport& transport) {
    WatchedTransport watched(transport);
    const Fields fields(grid, decomposition, watched, {});
    Interpolator interpolator(grid, positions(grid, 9), 3);
    EXPECT_TRUE(interpolator.values(fields.snapshot).empty());
    EXPECT_TRUE(watched.sent.empty());
  });
}

TEST(Interpolator, OnlyWhatIsNeededTravels) {
  const Grid grid = box_grid({40, 1, 1}, false);
  const Decomposition decomposition = cut(grid, {4, 1, 1}, 4);
  const int edge = decomposition.owned[1].lo[0];  // between ranks 0 and 1
  const Real h = grid.spacing[0];
  // One between ranks 0 and 1 that rank 1 evaluates, one inside of rank 3, both with two fields.
  const std::vector<Vec3> at = {{grid.coordinate(0, edge) - 0.4 * h, 0, 0},
                                {grid.upper[0] - 2.5 * h, 0, 0}};
  const std::vector<std::map<int, std::size_t>> expected = {
      {{1, 2 * 2 * sizeof(Real)}}, {{0, 2 * sizeof(Real)}}, {}, {{0, 2 * sizeof(Real)}}};
  on_ranks(4, [&](Transport& transport) {
    WatchedTransport watched(transport);
    const Function one = [](const Vec3&) { return 1.0; };
    const Fields fields(grid, decomposition, watched, {one, one});
    Interpolator interpolator(grid, at, 3);
    interpolator.values(fields.snapshot);
    EXPECT_EQ(watched.gathered, 0);
    EXPECT_EQ(watched.sent, expected[std::size_t(transport.rank())]) << transport.rank();
  });
}

TEST(Interpolator, WhatCannotBeIsToldAtOnce) {
  try {
    Interpolator(box_grid({9, 3, 1}, false), {{0, 0, 0}, {0, 2, 0}, {-1, 0, 0}, {NAN, 0, 0}}, 4);
    FAIL();
  } catch (const Error& error) {
    std::vector<std::string> messages;
    for (const Problem& problem : error.problems()) messages.push_back(problem.message);
    EXPECT_THAT(messages, ::testing::ElementsAre(
                              "interpolation of order 4 needs 5 points, but the grid has 3 in y",
                              "point 2 is outside the domain: y = 2 m",
                              "point 3 is outside the domain: x = -1 m",
                              "point 4 is outside the domain: x = nan m"));
  }
}

TEST(Interpolator, BlocksThatDoNotTileTheGridAreABug) {
  const Grid grid = box_grid({12, 1, 1}, false);
  Decomposition decomposition = cut(grid, {2, 1, 1}, 1);
  on_ranks(1, [&](Transport& transport) {
    const Fields fields(grid, decomposition, transport, {[](const Vec3&) { return 1.0; }});
    ++decomposition.owned[1].lo[0];
    const Vec3 at{grid.coordinate(0, decomposition.owned[1].lo[0]), 0, 0};
    EXPECT_THROW(Interpolator(grid, {at}, 3).values(fields.snapshot), Bug);
  });
}

}  // namespace
}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
// The vector form of mixed differences has the bits of the scalar one in rows of every length.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "mixed_difference.hpp"

namespace cardon::einstein {
namespace {

constexpr int margin = 4, max_points = 70, rows = 2 * margin + 1;
constexpr std::ptrdiff_t stride = max_points + 2 * margin;

std::vector<Real> sample() {
  std::vector<Real> u(std::size_t(rows * stride));
  for (std::size_t n = 0; n < u.size(); ++n) u[n] = std::sin(Real(n * n % 1009));
  return u;
}

/// As loops over rows do, with the flags of the right-hand sides.
template <int n>
[[gnu::noinline]] void in_a_loop(const Real* row, int points, Real* result) {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#endif
  for (int i = 0; i < points; ++i) result[i] = 0.5 * mixed_difference<n>(row + i, 1, stride);
}

template <int n>
void compare_all_lengths() {
  const std::vector<Real> u = sample();
  const Real* const row = &u[std::size_t(margin * stride + margin)];
  Real (*volatile one)(const Real*, std::ptrdiff_t, std::ptrdiff_t) = mixed_difference<n>;
  for (int points = 1; points <= max_points; ++points) {
    std::vector<Real> result(std::size_t(points), 0);
    in_a_loop<n>(row, points, result.data());
    for (int i = 0; i < points; ++i)
      ASSERT_EQ(result[std::size_t(i)], 0.5 * one(row + i, 1, stride))
          << "point " << i << " of " << points;
  }
}

TEST(MixedDifference, OfOrder6HasTheSameBitsInRowsOfAnyLength) { compare_all_lengths<6>(); }

TEST(MixedDifference, OfOrder8HasTheSameBitsInRowsOfAnyLength) { compare_all_lengths<8>(); }

}  // namespace
}  // namespace cardon::einstein

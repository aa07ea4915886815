// SPDX-License-Identifier: Apache-2.0
// First differences along y and z at the points of a strip of rows. Mixed second differences are
// differences of these, so that each is computed once.
#pragma once
#include "differences.hpp"
#include "pack.hpp"

namespace cardon::einstein {

/// Differences at the points of rows, as a reader that knows offsets along x and y only.
struct StripReader {
  const Real* origin;  ///< address of the point with index 0 in the row
  KOKKOS_FORCEINLINE_FUNCTION Pack operator()(const Point& p) const { return load(origin + p.a); }
  KOKKOS_FORCEINLINE_FUNCTION Pack operator()(const Point& p, int a, int b, int) const {
    return load(origin + p.a + (b * Strip::stride + a));
  }
};

/// A field with its differences.
struct DifferencedReader : PackReader {
  const Real *along_y, *along_z;  ///< addresses of the point with index 0
  /// The differences along D, without their divisor; offsets along y are for those along z.
  template <int D>
  KOKKOS_FORCEINLINE_FUNCTION StripReader row() const {
    return {D == 1 ? along_y : along_z};
  }
};

/// Where the differences of a field are.
template <int n>
class DifferencedStrip {
 public:
  /// Computes the differences along z in the rows around the first one but the last of these.
  void begin(const Differences<n>& d, const PackReader& u, const Point& first, int count) {
    for (int j = -radius; j < radius; ++j) fill_z(d, u, first, count, j);
  }
  /// Computes the other differences that row j needs, at `count` points from `first` on, at least
  /// as many as a Pack has, and at n / 2 points on either side; call it row by row.
  [[gnu::noinline]] DifferencedReader advance(const Differences<n>& d, const PackReader& u,
                                              const Point& first, int count, int j) {
    fill_z(d, u, first, count, j + radius);
    fill<1>(d, u, first, count, j, along_y_);
    const int shift = Strip::margin - first.a;
    return {u, along_y_ + shift, along_z_[j + radius] + shift};
  }

 private:
  static constexpr int radius = n / 2;
  static_assert(radius <= Strip::margin);

  [[gnu::noinline]] void fill_z(const Differences<n>& d, const PackReader& u, const Point& first,
                                int count, int j) {
    fill<2>(d, u, first, count, j, along_z_[j + radius]);
  }
  template <int D>
  KOKKOS_FORCEINLINE_FUNCTION void fill(const Differences<n>& d, const PackReader& u,
                                        const Point& first, int count, int j, Real* row) {
    const auto at = [&](int i) {
      const Point p{first.a + i, first.b + j, first.c, first.frame};
      store(row + Strip::margin + i, d.template unscaled<D>(u, p));
    };
    at(-radius);
    for (int i = 0; i + lanes <= count; i += lanes) at(i);
    if (count % lanes != 0) at(count - lanes);
    at(count + radius - lanes);
  }

  alignas(64) Real along_y_[Strip::stride];
  alignas(64) Real along_z_[Strip::rows + 2 * radius][Strip::stride];
};

}  // namespace cardon::einstein

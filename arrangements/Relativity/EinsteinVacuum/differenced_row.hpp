// SPDX-License-Identifier: Apache-2.0
// First differences along y and z at all points of a row. Mixed second differences are differences
// of these along x, so that each is computed once.
#pragma once
#include "differences.hpp"
#include "pack.hpp"

namespace cardon::einstein {

/// Differences of a row, as a reader that knows offsets along x only.
struct RowReader {
  const Real* origin;  ///< address of the point with index 0
  KOKKOS_FORCEINLINE_FUNCTION Pack operator()(const Point& p) const { return load(origin + p.a); }
  KOKKOS_FORCEINLINE_FUNCTION Pack operator()(const Point& p, int a, int, int) const {
    return load(origin + p.a + a);
  }
};

/// A field with its differences.
struct DifferencedReader : PackReader {
  const Real *along_y, *along_z;  ///< addresses of the point with index 0
  /// The differences along D, without their divisor.
  template <int D>
  KOKKOS_FORCEINLINE_FUNCTION RowReader row() const {
    return {D == 1 ? along_y : along_z};
  }
};

/// Where the differences of a field are.
class DifferencedRow {
 public:
  static constexpr int length = 64,  ///< points that can be computed
      margin = 8;                    ///< room for those beside them

  /// Computes the differences at `count` points from `first` on, at least as many as a Pack has,
  /// and at n / 2 points on either side.
  template <int n>
  [[gnu::noinline]] DifferencedReader fill(const Differences<n>& d, const PackReader& u,
                                           const Point& first, int count) {
    constexpr int radius = n / 2;
    static_assert(radius <= margin);
    set(d, u, first, -radius);
    for (int i = 0; i + lanes <= count; i += lanes) set(d, u, first, i);
    if (count % lanes != 0) set(d, u, first, count - lanes);
    set(d, u, first, count + radius - lanes);
    return {u, along_y_ + (margin - first.a), along_z_ + (margin - first.a)};
  }

 private:
  template <int n>
  KOKKOS_FORCEINLINE_FUNCTION void set(const Differences<n>& d, const PackReader& u,
                                       const Point& first, int i) {
    const Point p{first.a + i, first.b, first.c, first.frame};
    store(along_y_ + margin + i, d.template unscaled<1>(u, p));
    store(along_z_ + margin + i, d.template unscaled<2>(u, p));
  }

  alignas(64) Real along_y_[length + 2 * margin], along_z_[length + 2 * margin];
};

}  // namespace cardon::einstein

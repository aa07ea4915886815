// SPDX-License-Identifier: Apache-2.0
// Values at neighbouring points of a row, for expressions that are computed at all of them at once,
// each with the bits that it has alone.
#pragma once
#include <cstring>

#include "state.hpp"

namespace cardon::einstein {

/// How many values a vector register holds; CUDA has no such types.
#if defined(__CUDACC__)
inline constexpr int lanes = 1;
#elif defined(__AVX512F__)
inline constexpr int lanes = 8;
#elif defined(__AVX__)
inline constexpr int lanes = 4;
#else
inline constexpr int lanes = 2;
#endif

/// Rows of one plane that are computed one after the other, then the same rows of the next plane.
struct Strip {
  static constexpr int rows = 8,     ///< at most
      length = 128,                  ///< points of a row, at most
      margin = 8,                    ///< room for differences beside them
      stride = length + 2 * margin;  ///< of rows of differences
};

/// Points of a row, or Packs of points, that are computed together.
struct Group {
  int count = 1;
  int last = 0;  ///< offset along x from the first point to the last of these
  /// As many Packs as cover the points, `points` >= lanes; the last one may overlap the one before.
  static Group covering(int points) { return {(points + lanes - 1) / lanes, points - lanes}; }
  KOKKOS_FORCEINLINE_FUNCTION Point point(const Point& first, int n) const {
    return {first.a + (n * lanes < last ? n * lanes : last), first.b, first.c, first.frame};
  }
};

/// Values at the points p, p + 1, ... along x.
#if defined(__CUDACC__)
using Pack = Real;
#else
typedef Real Pack __attribute__((vector_size(lanes * sizeof(Real))));
#endif

KOKKOS_FORCEINLINE_FUNCTION Pack load(const Real* at) {
  Pack values;
  std::memcpy(&values, at, sizeof values);
  return values;
}

KOKKOS_FORCEINLINE_FUNCTION void store(Real* at, const Pack& values) {
  std::memcpy(at, &values, sizeof values);
}

/// Reads a field.
struct PackReader {
  const Real* origin;
  std::ptrdiff_t sy, sz;
  KOKKOS_FORCEINLINE_FUNCTION Pack operator()(const Point& p) const {
    return load(origin + (p.c * sz + p.b * sy + p.a));
  }
  KOKKOS_FORCEINLINE_FUNCTION Pack operator()(const Point& p, int a, int b, int c) const {
    const Real* const here = origin + (p.c * sz + p.b * sy + p.a);
    return load(here + (c * sz + b * sy + a));
  }
};

/// Writes a field.
struct PackWriter {
  Real* origin;
  std::ptrdiff_t sy, sz;
  /// What is assigned to.
  struct Values {
    Real* at;
    KOKKOS_FORCEINLINE_FUNCTION void operator=(const Pack& values) const { store(at, values); }
  };
  KOKKOS_FORCEINLINE_FUNCTION Values operator()(const Point& p) const {
    return {origin + (p.c * sz + p.b * sy + p.a)};
  }
};

}  // namespace cardon::einstein

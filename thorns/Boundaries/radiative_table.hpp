// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <array>
#include <cardon/types.hpp>
#include <cstddef>
#include <vector>

namespace cardon::boundaries {

/// Asks the hardware for n numbers that are soon needed.
inline void prefetch(const Real* first, int n) {
  for (int a = 0; a < n; a += 8) __builtin_prefetch(first + a);
}

/// All that the coefficients of one layer of points depend on. Coordinates along the normal count
/// outwards, which makes lower and upper faces the same; faces of a cube around the origin share
/// one table.
struct RadiativeLayer {
  Real outer_normal = 0, inner_normal = 0;  ///< of the face point and of the point inside it
  Real spacing = 0;                         ///< along the normal
  Real a_origin = 0, a_spacing = 0;         ///< coordinate of point a of a line
  Real b_origin = 0, b_spacing = 0;         ///< coordinate of line b
  Real speed = 0, dt = 0;
  bool operator==(const RadiativeLayer&) const = default;
};

/// The coefficients of the radiative boundary,
///   new(face) = new(inside) * row.inside + old(face) * row.old_face + old(inside) *
///   row.old_inside,
/// kept for the points asked for so far. Lines on both sides of coordinate 0 whose distances from
/// it are equal share one: half the numbers to load on faces that are symmetric.
class RadiativeTable {
 public:
  /// Coefficients of one line, from the first point asked for.
  struct Row {
    const Real *inside, *old_face, *old_inside;
  };

  explicit RadiativeTable(const RadiativeLayer& layer);
  RadiativeTable(const RadiativeTable&) = delete;
  RadiativeTable& operator=(const RadiativeTable&) = delete;
  const RadiativeLayer& layer() const { return layer_; }

  /// Makes sure that points [a0, a1) of lines [b0, b1) are there.
  void cover(int a0, int a1, int b0, int b1);
  /// Asks the hardware for n lines that are soon needed, once: several faces may share them.
  void prefetch_lines(int b, int n) {
    const int first = std::min(shared(b), shared(b + n - 1));
    if (b == prefetched_ || first < b0_ || first + n > b1_) return;
    prefetched_ = b;
    prefetch(line(first), 3 * n * pitch_);
  }
  /// From point a0 on.
  Row row(int a0, int b) const {
    const Real* first = line(shared(b)) + (a0 - a0_);
    return {first, first + pitch_, first + 2 * pitch_};
  }

 private:
  std::array<Real, 3> coefficients(int a, int b) const;
  /// The line on the upper side of coordinate 0 whose coefficients line b uses.
  int shared(int b) const { return std::max(b, mirror_ - b); }
  const Real* line(int b) const { return start_ + 3 * std::ptrdiff_t(pitch_) * (b - b0_); }

  RadiativeLayer layer_;
  int mirror_;  ///< lines b and mirror_ - b lie at opposite coordinates
  int a0_ = 0, a1_ = 0, b0_ = 0, b1_ = 0;
  int prefetched_ = -1;
  int pitch_ = 0;  ///< points per line, in whole cache lines
  std::vector<Real> values_;
  Real* start_ = nullptr;  ///< [line][coefficient][point], on a cache line
};

}  // namespace cardon::boundaries

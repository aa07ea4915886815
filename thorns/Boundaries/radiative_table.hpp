// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <array>
#include <cardon/thorn/types.hpp>
#include <cstddef>
#include <vector>

#include "covered_lines.hpp"

namespace cardon::boundaries {

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

  /// Makes sure that they are there.
  void cover(const CoveredLines& wanted);
  /// From point a0 on.
  Row row(int a0, int b) const {
    const Real* first = line(shared(b)) + (a0 - covered_.a0);
    return {first, first + pitch_, first + 2L * pitch_};
  }

 private:
  std::array<Real, 3> coefficients(int a, int b) const;
  void compute(const CoveredLines& more);
  /// The line on the upper side of coordinate 0 whose coefficients line b uses.
  int shared(int b) const { return std::max(b, mirror_ - b); }
  const Real* line(int b) const { return start_ + 3 * std::ptrdiff_t(pitch_) * (b - covered_.b0); }

  RadiativeLayer layer_;
  int mirror_;  ///< lines b and mirror_ - b lie at opposite coordinates
  CoveredLines covered_;
  int pitch_ = 0;  ///< points per line, in whole cache lines
  std::vector<Real> values_;
  Real* start_ = nullptr;  ///< [line][coefficient][point], on a cache line
};

}  // namespace cardon::boundaries

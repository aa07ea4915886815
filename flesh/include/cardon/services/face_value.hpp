// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/types.hpp>
#include <functional>
#include <string>

namespace cardon {

/// The value that is given with a boundary, as the product of what differs from place to place, of
/// what changes with time and of what does both: (space * time) * both. Boundaries compute the
/// first once for each point and the second once for all points.
struct FaceValue {
  std::function<Real(Real x, Real y, Real z)> space;         ///< empty: 1
  std::function<Real(Real t)> time;                          ///< empty: 1
  std::function<Real(Real x, Real y, Real z, Real t)> both;  ///< empty: 1

  /// All parts at one point, for boundaries that keep none.
  Real at(Real x, Real y, Real z, Real t) const {
    return (space ? space(x, y, z) : 1) * (time ? time(t) : 1) * (both ? both(x, y, z, t) : 1);
  }
};

/// Takes apart a formula of the parameter file that is a product; one that is none is of one part.
/// Throws Error "parameter/expression" with a caret below the mistake. `where` is the place of the
/// formula and `text_column` the column of its first character (0: unknown).
FaceValue face_value(const std::string& text, const Location& where = {}, int text_column = 0);

}  // namespace cardon

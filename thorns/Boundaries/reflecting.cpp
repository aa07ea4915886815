// SPDX-License-Identifier: Apache-2.0
#include "reflecting.hpp"

#include <cardon/services/program.hpp>
#include <cmath>

#include "mirror.hpp"

namespace cardon::boundaries {
namespace {

/// The outermost point is half a spacing beyond 0, to a millionth of the spacing.
bool is_staggered(const Grid& grid, int d, bool upper) {
  const int last = grid.points[std::size_t(d)] - 1;
  const Real beyond = upper ? grid.coordinate(d, last) : -grid.coordinate(d, 0);
  return std::abs(beyond - grid.spacing[d] / 2) < 1e-6 * grid.spacing[d];
}

}  // namespace

int Reflecting::owned_layers(const Grid& grid, int direction, bool upper, int) const {
  return grid.centring == Centring::vertex && is_staggered(grid, direction, upper) ? 1 : 0;
}

void Reflecting::fill(const FaceFill& face) const {
  const bool vertex = face.grid->centring == Centring::vertex;
  mirror(face, vertex ? face.owned_layers : -1, sign_ * face.field->parity[face.direction]);
}

}  // namespace cardon::boundaries

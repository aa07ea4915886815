// SPDX-License-Identifier: Apache-2.0
#include "neumann.hpp"

#include "mirror.hpp"

namespace cardon::boundaries {

int Neumann::owned_layers(const Grid& grid, int, bool, int) const {
  return grid.centring == Centring::vertex ? 1 : 0;
}

void Neumann::fill(const FaceFill& face) const { mirror(face, face.owned_layers == 1 ? 1 : -1, 1); }

}  // namespace cardon::boundaries

// SPDX-License-Identifier: Apache-2.0
#include <cardon/kit/grid/face_thickness.hpp>
#include <cardon/services/boundary.hpp>
#include <cardon/services/driver.hpp>

#include "grid/face_reach.hpp"

namespace cardon {

FaceThickness face_thickness(const DriverSetup& setup) {
  const Grid& grid = setup.program->grid;
  FaceThickness thickness;
  for (int d = 0; d < grid.dimensions; ++d) {
    const auto needed = [&](int side) {
      const auto& service = setup.faces[d][side].service;
      return service ? grid.faces[d][side].owned_layers +
                           face_reach(*setup.program, *service, grid.radius[d])
                     : 0;
    };
    thickness.lower[d] = needed(0);
    thickness.upper[d] = needed(1);
  }
  return thickness;
}

}  // namespace cardon

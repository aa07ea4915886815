// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/grid/face_thickness.hpp>
#include <cardon/services/boundary.hpp>
#include <cardon/services/driver.hpp>

namespace cardon {

int face_reach(const Program& program, const Boundary& boundary, int radius) {
  const bool fills_rates = boundary.kind() == BoundaryKind::evolution &&
                           std::any_of(program.tasks.begin(), program.tasks.end(),
                                       [](const Task& task) { return !task.rates.empty(); });
  const bool decays = std::any_of(program.fields.begin(), program.fields.end(),
                                  [](const GridFunction& f) { return f.decay > 0; });
  return boundary.reach(radius) + (fills_rates ? (decays ? 2 : 1) : 0);
}

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

// SPDX-License-Identifier: Apache-2.0
// The grid of a run: points, coordinates, what happens at the faces of the domain.
#pragma once
#include <cardon/thorn/box.hpp>
#include <cardon/thorn/point.hpp>
#include <string>

namespace cardon {

/// Whether the outermost points lie on the faces of the domain (vertex) or half a spacing inside
/// them (cell).
enum class Centring { vertex, cell };

/// One face of the domain. Points of the grid that the boundary determines are boundary points
/// (`owned_layers`, counted inwards from the face); `exterior_layers` more lie outside the domain,
/// in the ghost zones of the blocks at the face.
struct Face {
  std::string boundary = "periodic";  ///< name of the boundary service, or "periodic"
  int owned_layers = 0;               ///< boundary points per row
  int exterior_layers = 0;            ///< points per row outside the domain
  /// Boundary points go on in time by right-hand sides that the boundary fills, where the
  /// integrator advances a field.
  bool evolves = false;
};

/// Global index i of direction d is at origin[d] + i * spacing[d]. Directions beyond `dimensions`
/// have one point, no spacing and coordinate 0.
struct Grid {
  int dimensions = 3;                     ///< 1, 2 or 3
  Index3 points{1, 1, 1};                 ///< of the whole grid in x, y and z
  Vec3 lower,                             ///< lower corner of the domain (grid.domain)
      upper;                              ///< upper corner of the domain
  Vec3 origin;                            ///< coordinates of point (0, 0, 0)
  Vec3 spacing;                           ///< in x, y and z
  bool periodic[3] = {true, true, true};  ///< by direction
  Centring centring = Centring::vertex;   ///< of all fields (grid.centring)
  Index3 radius{0, 0, 0};                 ///< largest stencil radius of any task, per direction
  Face faces[3][2];                       ///< [direction][0 lower, 1 upper]
  std::string length_unit = "m",          ///< unit of coordinates; empty: plain numbers
      time_unit = "s";                    ///< unit of times; empty: plain numbers

  /// Unit of lengths as it follows a number in a text: " m", " Mpc" or nothing.
  std::string after_length() const { return length_unit.empty() ? "" : ' ' + length_unit; }
  /// Unit of times as it follows a number in a text.
  std::string after_time() const { return time_unit.empty() ? "" : ' ' + time_unit; }
  /// Coordinate d of the points with global index i in direction d.
  Real coordinate(int d, int i) const { return origin[d] + i * spacing[d]; }
  /// All points.
  Box domain() const { return {{0, 0, 0}, points}; }
  /// All points but boundary points.
  Box interior() const {
    Box b = domain();
    for (int d = 0; d < 3; ++d) {
      b.lo[d] += faces[d][0].owned_layers;
      b.hi[d] -= faces[d][1].owned_layers;
    }
    return b;
  }
  /// All points but boundary points whose values a boundary sets: those that go on in time by
  /// right-hand sides.
  Box integrated() const {
    Box b = domain();
    for (int d = 0; d < 3; ++d) {
      if (!faces[d][0].evolves) b.lo[d] += faces[d][0].owned_layers;
      if (!faces[d][1].evolves) b.hi[d] -= faces[d][1].owned_layers;
    }
    return b;
  }
  /// All points and those outside the domain that boundaries fill.
  Box extended() const {
    Box b = domain();
    for (int d = 0; d < 3; ++d) {
      b.lo[d] -= faces[d][0].exterior_layers;
      b.hi[d] += faces[d][1].exterior_layers;
    }
    return b;
  }
  /// The part of a frame that does not depend on the block.
  Frame frame(const Index3& shift) const {
    return {{origin[0], origin[1], origin[2]},
            {spacing[0], spacing[1], spacing[2]},
            {shift[0], shift[1], shift[2]}};
  }
};

}  // namespace cardon

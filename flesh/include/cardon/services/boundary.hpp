// SPDX-License-Identifier: Apache-2.0
// How points at the faces of the domain are filled.
#pragma once
#include <cardon/services/face_value.hpp>
#include <cardon/services/grid.hpp>
#include <cstddef>

namespace cardon {

struct GridFunction;

/// One piece of one face of one field. Points are addressed by global index, address = values + i +
/// j * sy + k * sz.
struct FaceFill {
  const Grid* grid = nullptr;           ///< of the whole domain
  const GridFunction* field = nullptr;  ///< what is filled
  int direction = 0;                    ///< of the normal: 0, 1, 2 for x, y, z
  bool upper = false;                   ///< the face at the upper end of the direction
  Box box;  ///< tangential extent (both boundary and exterior layers); its normal extent is ignored
  Real* values = nullptr;     ///< the level to fill
  const Real* old = nullptr;  ///< the level before it, of fields that a task advances
  /// Kind evolution, of fields that the integrator advances: the right-hand side, which is to be
  /// filled instead of `values`.
  Real* rate = nullptr;
  std::ptrdiff_t sy = 0,    ///< stride of y, in values; x has stride 1
      sz = 0;               ///< stride of z
  Index3 shift{0, 0, 0};    ///< added to indices before coordinates are computed (periodic images)
  Real time = 0;            ///< of the level to fill
  Real dt = 0;              ///< between `old` and `values`
  int owned_layers = 0,     ///< boundary points per row, counted inwards from the face
      exterior_layers = 0;  ///< points per row outside the domain
  const FaceValue* value = nullptr;  ///< given with the boundary, or null; it lasts
};

/// What a boundary determines, and when.
enum class BoundaryKind {
  values,    ///< it sets values, of initial data too
  symmetry,  ///< it sets values after the other faces
  /// It says how points at the face go on in time. It leaves initial data alone, but for points
  /// that their task leaves out. Of fields that a task advances it fills the next level, with
  /// FaceFill::old, of fields that the integrator advances the right-hand side, FaceFill::rate:
  /// for these it may also read the values beside a point, up to one point away.
  evolution
};

/// A boundary condition. It fills, for layer = innermost to outermost, the boundary points and the
/// exterior points of the face from points further inside along the normal.
class Boundary {
 public:
  virtual ~Boundary() = default;
  /// Boundary points per face that it determines on this grid, for stencils of the given radius.
  virtual int owned_layers(const Grid& grid, int direction, bool upper, int radius) const = 0;
  /// How far inside the innermost filled point it reads; for right-hand sides one further, two
  /// where GridFunction::decay is set.
  virtual int reach(int radius) const = 0;
  /// What it determines; the same on all grids.
  virtual BoundaryKind kind() const { return BoundaryKind::values; }
  /// The parameter file must give a formula with it, as in {dirichlet: "0"}; otherwise it takes
  /// none.
  virtual bool needs_value() const { return false; }
  /// Fills the box of one field, or its right-hand side if `rate` is set.
  virtual void fill(const FaceFill& face) const = 0;
};

}  // namespace cardon

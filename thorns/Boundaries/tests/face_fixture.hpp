// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/boundary.hpp>
#include <cardon/services/program.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace cardon::boundaries {

/// A grid over [lower, upper]^dimensions with `n` points per direction and radius `radius`.
inline Grid make_grid(int dimensions, int n, Real lower, Real upper, Centring centring,
                      int radius) {
  Grid grid;
  grid.dimensions = dimensions;
  grid.centring = centring;
  for (int d = 0; d < dimensions; ++d) {
    const auto i = std::size_t(d);
    grid.points[i] = n;
    grid.lower[d] = lower;
    grid.upper[d] = upper;
    grid.periodic[d] = false;
    grid.radius[i] = radius;
    const bool vertex = centring == Centring::vertex;
    grid.spacing[d] = (upper - lower) / (vertex ? n - 1 : n);
    grid.origin[d] = vertex ? lower : lower + grid.spacing[d] / 2;
  }
  return grid;
}

/// One level of a field with room for ghost points around the grid, and the call of a boundary
/// service on a whole face.
class FaceFixture {
 public:
  using Function = std::function<Real(Real, Real, Real, Real)>;
  static constexpr int ghost = 4;

  explicit FaceFixture(const Grid& given) : grid(given) {
    for (std::size_t d = 0; d < 3; ++d) {
      room_.lo[d] = int(d) < grid.dimensions ? -ghost : 0;
      room_.hi[d] = grid.points[d] - room_.lo[d];
    }
    sy_ = grid.dimensions > 1 ? room_.extent(0) : 0;
    sz_ = grid.dimensions > 2 ? sy_ * room_.extent(1) : 0;
    values.assign(std::size_t(room_.points()), std::numeric_limits<Real>::quiet_NaN());
    old = rates = values;
  }

  Real& at(int i, int j = 0, int k = 0) { return values[place(i, j, k)]; }
  std::size_t place(int i, int j, int k) const {
    return std::size_t(i - room_.lo[0] + (j - room_.lo[1]) * sy_ + (k - room_.lo[2]) * sz_);
  }
  /// Sets all points of a box to f at time t.
  void set(std::vector<Real>& level, const Box& box, const Function& f, Real t) const {
    for (int k = box.lo[2]; k < box.hi[2]; ++k)
      for (int j = box.lo[1]; j < box.hi[1]; ++j)
        for (int i = box.lo[0]; i < box.hi[0]; ++i)
          level[place(i, j, k)] =
              f(grid.coordinate(0, i), grid.coordinate(1, j), grid.coordinate(2, k), t);
  }

  /// Fills a face over all points of the grid in the tangential directions.
  void fill(const Boundary& boundary, int d, bool upper) {
    fill(boundary, d, upper, grid.domain());
  }
  void fill(const Boundary& boundary, int d, bool upper, const Box& box) {
    const int radius = grid.radius[std::size_t(d)];
    for (int side = 0; rate && side < 2; ++side)
      grid.faces[d][side] = {"radiative", boundary.owned_layers(grid, d, upper, radius), 0, true};
    FaceFill face;
    face.grid = &grid;
    face.field = &field;
    face.direction = d;
    face.upper = upper;
    face.box = box;
    face.owned_layers = boundary.owned_layers(grid, d, upper, radius);
    face.exterior_layers = std::max(0, radius - face.owned_layers);
    const std::ptrdiff_t to_zero = std::ptrdiff_t(place(0, 0, 0));
    face.values = values.data() + to_zero;
    face.rate = rate ? rates.data() + to_zero : nullptr;
    face.old = boundary.kind() == BoundaryKind::evolution && !rate ? old.data() + to_zero : nullptr;
    face.sy = sy_;
    face.sz = sz_;
    face.time = time;
    face.dt = dt;
    face.value = value ? &*value : nullptr;
    boundary.fill(face);
  }

  Grid grid;
  GridFunction field;
  std::vector<Real> values, old, rates;
  bool rate = false;  ///< fills `rates` instead of `values`
  std::optional<FaceValue> value;
  Real time = 0, dt = 0;

 private:
  Box room_;
  std::ptrdiff_t sy_ = 0, sz_ = 0;
};

}  // namespace cardon::boundaries

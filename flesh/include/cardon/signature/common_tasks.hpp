// SPDX-License-Identifier: Apache-2.0
// What many thorns need, as templates over their fields and parameters.
#pragma once
#include <cardon/signature/scalar_access.hpp>
#include <cardon/signature/surroundings.hpp>
#include <cardon/signature/value.hpp>

namespace cardon {

/// The smallest spacing over a speed: thorn.limits_step<courant<speed>>().
template <const auto& speed>
Real courant(GridView grid, Value<speed> v) {
  return grid.smallest_spacing() / v;
}

/// The longest step for which forward Euler of du/dt = D laplacian(u), of order 2 in space, is
/// stable: thorn.limits_step<diffusive<diffusivity>>().
template <const auto& diffusivity>
Real diffusive(GridView grid, Value<diffusivity> d) {
  return 1 / (grid.laplacian_rate() * d);
}

/// A parameter with a position, as an argument of a task; 0 in the directions that the grid does
/// not have: Within<centre> c, then p.r2(c).
template <const auto& position>
struct Within : Vec3 {
  /// Called once for each block of a task.
  static Within prepare(Value<position> at, GridView grid) { return {grid.within(at)}; }
};

/// f minus a formula, for a derived field: thorn.at<difference<phi, exact, error>>(Analysis).
template <const auto& f, const auto& formula, const auto& result>
void difference(Point p, Read<f> u, const Value<formula>& exact, Write<result> d) {
  d(p) = u(p) - exact(p);
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/boundary.hpp>
#include <deque>

#include "radiative_table.hpp"

namespace cardon::boundaries {

/// For fields that leave as f0 + u(r - v t) / r, r the distance from the origin, f0 =
/// GridFunction::far_value and v = GridFunction::wave_speed; second order. It fills as many
/// boundary points as the stencil is wide: of fields that a task advances values, each from the
/// point inside it, of fields that the integrator advances right-hand sides. fill() throws Error
/// (boundary/no-speed) for a field that does not radiate.
class Radiative : public Boundary {
 public:
  /// Throws Error (boundary/origin) if the origin lies beyond the face.
  int owned_layers(const Grid& grid, int direction, bool upper, int radius) const override;
  int reach(int) const override { return 1; }
  BoundaryKind kind() const override { return BoundaryKind::evolution; }
  void fill(const FaceFill& face) const override;

 private:
  RadiativeTable& table(const RadiativeLayer& layer) const;
  RadiativeTable& new_table(const RadiativeLayer& layer) const;

  mutable std::deque<RadiativeTable> tables_;  ///< of one dt; a deque keeps references valid
};

}  // namespace cardon::boundaries

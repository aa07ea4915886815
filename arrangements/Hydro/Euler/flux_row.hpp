// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "riemann_solvers.hpp"

namespace euler {

/// States or fluxes along a part of a row of cells.
class FluxRow {
 public:
  static constexpr int length = 128;           ///< cells whose rates are computed together
  static constexpr int capacity = length + 8;  ///< with those beside them

  KOKKOS_FORCEINLINE_FUNCTION Primitive state(int i) const {
    return {part_[0][i], part_[1][i], part_[2][i], part_[3][i], part_[4][i]};
  }
  KOKKOS_FORCEINLINE_FUNCTION Flux flux(int i) const {
    return {part_[0][i], part_[1][i], part_[2][i], part_[3][i], part_[4][i]};
  }
  KOKKOS_FORCEINLINE_FUNCTION void set(int i, const Primitive& s) {
    set(i, s.rho, s.u, s.v, s.w, s.p);
  }
  KOKKOS_FORCEINLINE_FUNCTION void set(int i, const Flux& f) {
    set(i, f.mass, f.normal, f.first, f.second, f.energy);
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void set(int i, Real a, Real b, Real c, Real d, Real e) {
    part_[0][i] = a;
    part_[1][i] = b;
    part_[2][i] = c;
    part_[3][i] = d;
    part_[4][i] = e;
  }

  alignas(64) Real part_[5][capacity];
};

}  // namespace euler

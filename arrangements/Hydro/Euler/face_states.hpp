// SPDX-License-Identifier: Apache-2.0
// States of the gas in the directions of a face, and how they are reconstructed there from the
// averages in cells. Everything is symmetric to the bit: mirrored cells have mirrored states.
// Components are named and not counted, since loops over them would keep those over cells from
// being vectorised; so would functions that are not inlined.
#pragma once
#include "declarations.hpp"

namespace euler {

using cardon::Value;

/// u is the velocity along the normal of the face, v and w are those along the face.
struct Primitive {
  Real rho, u, v, w, p;
};

/// States of a cell at its lower and its upper face.
struct Edges {
  Primitive lower, upper;
};

KOKKOS_FORCEINLINE_FUNCTION Real smaller(Real a, Real b) { return a < b ? a : b; }
KOKKOS_FORCEINLINE_FUNCTION Real larger(Real a, Real b) { return a > b ? a : b; }
KOKKOS_FORCEINLINE_FUNCTION Real magnitude(Real a) { return a < 0 ? -a : a; }

KOKKOS_FORCEINLINE_FUNCTION Primitive operator+(const Primitive& a, const Primitive& b) {
  return {a.rho + b.rho, a.u + b.u, a.v + b.v, a.w + b.w, a.p + b.p};
}

KOKKOS_FORCEINLINE_FUNCTION Primitive operator-(const Primitive& a, const Primitive& b) {
  return {a.rho - b.rho, a.u - b.u, a.v - b.v, a.w - b.w, a.p - b.p};
}

/// a if first, else b.
KOKKOS_FORCEINLINE_FUNCTION Primitive choose(bool first, const Primitive& a, const Primitive& b) {
  return {first ? a.rho : b.rho, first ? a.u : b.u, first ? a.v : b.v, first ? a.w : b.w,
          first ? a.p : b.p};
}

/// The state at a face, with density and pressure of the cell where they are not above 0. NaN
/// stays.
KOKKOS_FORCEINLINE_FUNCTION Primitive usable(const Primitive& face, const Primitive& cell) {
  return {face.rho <= 0 ? cell.rho : face.rho, face.u, face.v, face.w,
          face.p <= 0 ? cell.p : face.p};
}

/// First order: the state of the cell.
struct Constant {
  static constexpr int radius = 0;
  static Constant prepare() { return {}; }
  KOKKOS_FORCEINLINE_FUNCTION Edges operator()(const Primitive* cell) const {
    return {*cell, *cell};
  }
};

// Slopes from the differences to the cells below (a) and above (b). NaN stays NaN.

/// minmod(theta a, (a + b) / 2, theta b): minmod for theta = 1, monotonised central for 2 (van
/// Leer, J. Comput. Phys. 23, 276, 1977).
struct LimitedSlope {
  Real theta = 2;
  static LimitedSlope prepare(const Value<limiter>& kind) {
    return {Real(kind == "minmod" ? 1 : 2)};
  }
  KOKKOS_FORCEINLINE_FUNCTION Real operator()(Real a, Real b) const {
    const Real centred = magnitude(0.5 * (a + b));
    const Real size = smaller(theta * smaller(magnitude(a), magnitude(b)), centred);
    const Real slope = a > 0 ? size : -size;
    return a * b <= 0 ? 0 : slope;
  }
};

/// The harmonic mean (van Leer, J. Comput. Phys. 14, 361, 1974).
struct HarmonicSlope {
  static HarmonicSlope prepare() { return {}; }
  KOKKOS_FORCEINLINE_FUNCTION Real operator()(Real a, Real b) const {
    const Real product = a * b, mean = 2 * product / (a + b);
    return product <= 0 ? 0 : mean;
  }
};

struct CentredSlope {
  static CentredSlope prepare() { return {}; }
  KOKKOS_FORCEINLINE_FUNCTION Real operator()(Real a, Real b) const { return 0.5 * (a + b); }
};

/// MUSCL: straight lines through the averages.
template <class Slope>
struct Linear {
  static constexpr int radius = 1;
  Slope slope;
  static Linear prepare(Slope slope) { return {slope}; }

  /// Reads cell[-1], cell[0], cell[1].
  KOKKOS_FORCEINLINE_FUNCTION Edges operator()(const Primitive* cell) const {
    const Primitive a = cell[0] - cell[-1], b = cell[1] - cell[0];
    const Primitive half{0.5 * slope(a.rho, b.rho), 0.5 * slope(a.u, b.u), 0.5 * slope(a.v, b.v),
                         0.5 * slope(a.w, b.w), 0.5 * slope(a.p, b.p)};
    return {usable(cell[0] - half, cell[0]), usable(cell[0] + half, cell[0])};
  }
};

/// MUSCL with slopes limited in characteristic variables: differences of the primitive variables
/// times the left eigenvectors of the cell (Toro, Riemann Solvers and Numerical Methods for Fluid
/// Dynamics, 3rd edition, section 3.2.3), scaled to units of pressure; v and w are characteristic.
template <class Slope>
struct CharacteristicLinear {
  static constexpr int radius = 1;
  Slope slope;
  Real gamma;
  static CharacteristicLinear prepare(Slope slope, Value<heat_ratio> gamma) {
    return {slope, gamma};
  }

  /// Waves that run down and up, and entropy.
  struct Waves {
    Real down, up, entropy;
  };

  KOKKOS_FORCEINLINE_FUNCTION static Waves waves(const Primitive& jump, Real impedance, Real c2) {
    const Real kick = impedance * jump.u;
    return {0.5 * (jump.p - kick), 0.5 * (jump.p + kick), c2 * jump.rho - jump.p};
  }

  /// Reads cell[-1], cell[0], cell[1].
  KOKKOS_FORCEINLINE_FUNCTION Edges operator()(const Primitive* cell) const {
    const Primitive a = cell[0] - cell[-1], b = cell[1] - cell[0];
    // Without pressure there are no waves of sound, and any speed will do.
    const Real c2 = cell->p <= 0 ? 1 : gamma * cell->p / cell->rho,
               impedance = cell->rho * sqrt(c2);
    const Waves wa = waves(a, impedance, c2), wb = waves(b, impedance, c2);
    const Real down = 0.5 * slope(wa.down, wb.down), up = 0.5 * slope(wa.up, wb.up);
    const Real p = down + up, entropy = 0.5 * slope(wa.entropy, wb.entropy);
    const Primitive half{(entropy + p) / c2, (up - down) / impedance, 0.5 * slope(a.v, b.v),
                         0.5 * slope(a.w, b.w), p};
    return {usable(cell[0] - half, cell[0]), usable(cell[0] + half, cell[0])};
  }
};

/// PPM for integrators of lines, with limiters that keep smooth extrema (Colella and Sekora, J.
/// Comput. Phys. 227, 7069, 2008): where a face or a cell is an extremum, its second derivative is
/// limited by those beside it, and not flattened. As accurate as the averages are values: order 2.
struct Parabolic {
  static constexpr int radius = 2;
  static Parabolic prepare() { return {}; }

  struct Ends {
    Real lower, upper;
  };

  /// Between b and c of the averages a, b, c, d.
  KOKKOS_FORCEINLINE_FUNCTION static Real face(Real a, Real b, Real c, Real d) {
    const Real mean = 0.5 * (b + c), value = (7.0 / 12) * (b + c) - (1.0 / 12) * (a + d);
    const Real second = 6 * (mean - value), lower = (a + c) - 2 * b, upper = (b + d) - 2 * c;
    const Real limit = 1.25 * smaller(magnitude(lower), magnitude(upper));
    const Real size = smaller(limit, magnitude(second));
    const Real same = second > 0 ? size : -size;
    const Real kept = (second * lower > 0) & (second * upper > 0) ? same : 0;
    return (value - b) * (c - value) < 0 ? mean - (1.0 / 6) * kept : value;
  }

  /// Ends of the parabola in the cell with average c, between a, b and d, e.
  KOKKOS_FORCEINLINE_FUNCTION static Ends ends(Real a, Real b, Real c, Real d, Real e) {
    const Real left = c - face(a, b, c, d), right = face(b, c, d, e) - c;
    const Real second = 6 * (right - left), lower = (a + c) - 2 * b, here = (b + d) - 2 * c;
    const Real upper = (c + e) - 2 * d;
    const Real limit = smaller(magnitude(here), smaller(magnitude(lower), magnitude(upper)));
    const Real size = smaller(1.25 * limit, magnitude(second)) / magnitude(second);
    const bool smooth = (second * here > 0) & (lower * here > 0) & (upper * here > 0);
    const Real share = smooth ? size : 0;
    const Real left_change = magnitude(left) > 2 * magnitude(right) ? 2 * right : left;
    const Real right_change = magnitude(right) > 2 * magnitude(left) ? 2 * left : right;
    const bool extremum = (left * right <= 0) | ((c - b) * (d - c) <= 0);
    return {c - (extremum ? share * left : left_change),
            c + (extremum ? share * right : right_change)};
  }

  /// Reads cell[-2], ..., cell[2].
  KOKKOS_FORCEINLINE_FUNCTION Edges operator()(const Primitive* cell) const {
    const Primitive &a = cell[-2], &b = cell[-1], &c = cell[0], &d = cell[1], &e = cell[2];
    const Ends rho = ends(a.rho, b.rho, c.rho, d.rho, e.rho), u = ends(a.u, b.u, c.u, d.u, e.u);
    const Ends v = ends(a.v, b.v, c.v, d.v, e.v), w = ends(a.w, b.w, c.w, d.w, e.w);
    const Ends p = ends(a.p, b.p, c.p, d.p, e.p);
    return {usable({rho.lower, u.lower, v.lower, w.lower, p.lower}, c),
            usable({rho.upper, u.upper, v.upper, w.upper, p.upper}, c)};
  }
};

}  // namespace euler

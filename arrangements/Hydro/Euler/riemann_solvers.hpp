// SPDX-License-Identifier: Apache-2.0
// Fluxes through a face between two states (Toro, Riemann Solvers and Numerical Methods for Fluid
// Dynamics, 3rd edition, chapter 10).
#pragma once
#include "face_states.hpp"

namespace euler {

/// Of mass, momentum along the normal, two momenta along the face, energy.
struct Flux {
  Real mass, normal, first, second, energy;
};

/// The slowest and the fastest wave.
struct WaveSpeeds {
  Real lower, upper;
};

KOKKOS_FORCEINLINE_FUNCTION Real energy_density(const Primitive& s, Real gamma) {
  return s.p / (gamma - 1) + 0.5 * s.rho * ((s.u * s.u + s.v * s.v) + s.w * s.w);
}

/// Those of Einfeldt (SIAM J. Numer. Anal. 25, 294, 1988): with them HLL and HLLC keep density and
/// pressure positive (Batten and others, SIAM J. Sci. Comput. 18, 1553, 1997).
KOKKOS_FORCEINLINE_FUNCTION WaveSpeeds wave_speeds(const Primitive& l, const Primitive& r,
                                                   Real gamma) {
  const Real cl2 = gamma * l.p / l.rho, cr2 = gamma * r.p / r.rho;
  const Real wl = sqrt(l.rho), wr = sqrt(r.rho), one = 1 / (wl + wr);
  const Real mean = one * (wl * l.u + wr * r.u), jump = r.u - l.u;
  const Real c2 = one * (wl * cl2 + wr * cr2) + 0.5 * one * one * (wl * wr) * (jump * jump);
  const Real c = sqrt(c2);
  return {smaller(l.u - sqrt(cl2), mean - c), larger(r.u + sqrt(cr2), mean + c)};
}

/// The flux of the state s with total energy e.
KOKKOS_FORCEINLINE_FUNCTION Flux flux_of(const Primitive& s, Real e) {
  const Real mass = s.rho * s.u;
  return {mass, mass * s.u + s.p, mass * s.v, mass * s.w, (e + s.p) * s.u};
}

/// Harten, Lax, van Leer with contact. The flux is that of the state which lies at the face; in the
/// star region this is F_K + S_K (U*_K - U_K), in a form that is exactly 0 for mass and energy at a
/// wall between mirrored states.
struct Hllc {
  KOKKOS_FORCEINLINE_FUNCTION Flux operator()(const Primitive& l, const Primitive& r,
                                              Real gamma) const {
    const WaveSpeeds s = wave_speeds(l, r, gamma);
    const Real al = l.rho * (s.lower - l.u), ar = r.rho * (s.upper - r.u);
    const Real inside = al - ar;  // 0: nothing but a vacuum between gases without pressure
    const Real contact =
        inside == 0 ? 0.5 * (s.lower + s.upper) : ((r.p - l.p) + (al * l.u - ar * r.u)) / inside;
    const bool left = contact >= 0;
    const Primitive k = choose(left, l, r);
    const Real speed = left ? s.lower : s.upper, a = left ? al : ar;
    const bool beyond = (s.lower >= 0) | (s.upper <= 0);  // the face lies outside the fan
    const Real e = energy_density(k, gamma), one = 1 / (speed - contact);
    const Real p = k.p + a * (contact - k.u);
    const Real e_star = ((speed - k.u) * e + (p * contact - k.p * k.u)) * one;
    const Primitive star{a * one, contact, k.v, k.w, p};
    return flux_of(choose(beyond, k, star), beyond ? e : e_star);
  }
};

/// Harten, Lax, van Leer: contacts are smeared.
struct Hll {
  KOKKOS_FORCEINLINE_FUNCTION Flux operator()(const Primitive& l, const Primitive& r,
                                              Real gamma) const {
    const WaveSpeeds s = wave_speeds(l, r, gamma);
    const Real lower = smaller(s.lower, 0), upper = larger(s.upper, 0);
    const bool still = (s.lower == 0) & (s.upper == 0);  // gas without pressure, at rest
    const Real one = still ? 0 : 1 / (upper - lower);
    const Real el = energy_density(l, gamma), er = energy_density(r, gamma);
    const Flux a = flux_of(l, el), b = flux_of(r, er);
    const auto mean = [=](Real fl, Real fr, Real jump) {
      return one * ((upper * fl - lower * fr) + lower * upper * jump);
    };
    return {mean(a.mass, b.mass, r.rho - l.rho), mean(a.normal, b.normal, b.mass - a.mass),
            mean(a.first, b.first, r.rho * r.v - l.rho * l.v),
            mean(a.second, b.second, r.rho * r.w - l.rho * l.w), mean(a.energy, b.energy, er - el)};
  }
};

}  // namespace euler

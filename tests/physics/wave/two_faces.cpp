// SPDX-License-Identifier: Apache-2.0
// For tests: the same wave equation twice, with outer faces that let waves out, and with those that
// also let a rate that is not a wave's fall off as 1 / r^3, as that of a field like 1 / r^2 at rest
// does. A pulse leaves, or a dipole is held in place.
#include <cardon/thorn.hpp>

using namespace cardon;

constexpr Parameter initial{"initial", "pulse", "What is at the start", one_of("pulse", "dipole")};
constexpr Evolved phi{"phi", "Wave, at faces all is a wave"};
constexpr Evolved pi{"pi", "Its time derivative"};
constexpr Evolved chi{"chi", "The same wave, at faces with decay"};
constexpr Evolved psi{"psi", "Its time derivative"};
constexpr Scalar phi_error{"phi_error", "Largest error of phi", Reduce::linf};
constexpr Scalar chi_error{"chi_error", "Largest error of chi", Reduce::linf};
constexpr Real core2 = 0.09;  // squared size of the dipole

/// Potential of a dipole along x with a soft core, which is at rest under source(x, r2).
static Real dipole(Real x, Real r2) { return x * pow(r2 + core2, -1.5); }
static Real source(Real x, Real r2) { return 15 * core2 * x * pow(r2 + core2, -3.5); }

struct Held {
  bool value;
  static Held prepare(const Value<initial>& kind) { return {kind == "dipole"}; }
};

static void start(Point p, Write<phi> u, Write<pi> v, Write<chi> w, Write<psi> z, Held held) {
  u(p) = w(p) = held.value ? dipole(p.x(), p.r2()) : exp(-p.r2() / 0.04);
  v(p) = z(p) = 0;
}

static void rates(Point p, Read<phi, 1> u, Read<pi> v, Read<chi, 1> w, Read<psi> z,
                  Write<rhs<phi>> du, Write<rhs<pi>> dv, Write<rhs<chi>> dw, Write<rhs<psi>> dz,
                  Held held) {
  const Real s = held.value ? source(p.x(), p.r2()) : 0;
  du(p) = v(p);
  dv(p) = laplacian(u, p) + s;
  dw(p) = z(p);
  dz(p) = laplacian(w, p) + s;
}

static void errors(Point p, Read<phi> u, Read<chi> w, Combine<phi_error> of_phi,
                   Combine<chi_error> of_chi, Held held) {
  const Real exact = held.value ? dipole(p.x(), p.r2()) : 0;
  of_phi(p) = u(p) - exact;
  of_chi(p) = w(p) - exact;
}

static Real step(GridView grid) { return grid.spacing[0]; }

CARDON_THORN(TwoFaces) {
  thorn.summary("A wave equation with two kinds of radiative faces");
  thorn.limits_step<step>();
  for (const FieldRef& field : {FieldRef(phi), FieldRef(pi)}) thorn.radiates(field, 1);
  for (const FieldRef& field : {FieldRef(chi), FieldRef(psi)}) thorn.radiates(field, 1, 0, 3);
  thorn.at<start>(Initial);
  thorn.at<rates>(EvolveRhs);
  thorn.at<errors>(Analysis);
}

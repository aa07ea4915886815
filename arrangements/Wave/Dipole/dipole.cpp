// SPDX-License-Identifier: Apache-2.0
// A wave whose source is a dipole that is held, or swings:
// d/dt phi = pi,  d/dt pi = c^2 (laplacian(phi) + m(t) shape). Its field at rest falls off as
// 1 / r^2, not as a wave does: at radiative faces it leaves a rate that falls off as 1 / r^3.
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter speed{"speed", 1.0, "Wave speed c", positive, unit("m/s")};
constexpr Parameter moment{"moment", Vec3{0, 0, 1}, "Dipole moment p at the start"};
constexpr Parameter centre{"centre", Vec3{0, 0, 0}, "Position of the dipole", unit("m"),
                           formerly("center")};
constexpr Parameter width{"width", 0.2, "Size s of its charges exp(-r^2/s^2)", positive, unit("m")};
constexpr Parameter swing{"swing", 0.0, "The moment is p (1 + swing (1 - cos(frequency t)) / 2)"};
constexpr Parameter frequency{"frequency", 6.0, "Angular frequency of the moment", unit("1/s")};

constexpr Evolved phi{"phi", "Scalar field"};
constexpr Evolved pi{"pi", "Time derivative of phi"};
constexpr Field shape = Field{"shape", "Density of the charges at the start"}.no_boundary();
constexpr Field error = Derived{"error", "phi minus the field of the dipole at rest"}.no_boundary();

namespace {

/// The field of the dipole at rest, p . r g(r), with g(r) = (erf(u) - 2 u exp(-u^2) / sqrt(pi)) /
/// (4 pi r^3), u = r / s.
struct FieldAtRest {
  Value<::moment> moment;
  Value<::centre> centre;
  Value<width> s;

  KOKKOS_INLINE_FUNCTION Real operator()(const Point& p) const {
    const Real r = sqrt(p.r2(centre)), u = r / s;
    const Real g = u < 0.02 ? 4 / (3 * s * s * s) * (1 - 0.6 * u * u)
                            : (sqrt(pi_number) * erf(u) - 2 * u * exp(-u * u)) / (r * r * r);
    return along(p) * g / (4 * pow(pi_number, 1.5));
  }
  /// The density of the charges, -p . grad of a Gaussian with integral 1.
  KOKKOS_INLINE_FUNCTION Real density(const Point& p) const {
    const Real s2 = s * s;
    return 2 / s2 * along(p) * exp(-p.r2(centre) / s2) / (pow(pi_number, 1.5) * s2 * s);
  }
  KOKKOS_INLINE_FUNCTION Real along(const Point& p) const {
    return (moment.x * (p.x() - centre.x) + moment.y * (p.y() - centre.y)) +
           moment.z * (p.z() - centre.z);
  }
};

KOKKOS_FUNCTION void at_rest(Point p, Write<phi> u, Write<pi> v, Write<shape> rho,
                             FieldAtRest field) {
  u(p) = field(p);
  v(p) = 0;
  rho(p) = field.density(p);
}

KOKKOS_FUNCTION void phi_rhs(Point p, Read<pi> v, Write<rhs<phi>> du) { du(p) = v(p); }

/// c^2, and the moment in units of that at the start.
struct Source {
  Real c2, moment;
  static Source prepare(Value<speed> c, Value<swing> s, Value<frequency> w, GridView grid) {
    return {c * c, 1 + s * (1 - cos(w * grid.time)) / 2};
  }
};

KOKKOS_FUNCTION void pi_rhs(Point p, Read<phi, 1> u, Read<shape> rho, Write<rhs<pi>> dv, Source s) {
  dv(p) = s.c2 * (laplacian(u, p) + s.moment * rho(p));
}

KOKKOS_FUNCTION void compare(Point p, Read<phi> u, Write<error> e, FieldAtRest field) {
  e(p) = u(p) - field(p);
}

Real courant_in_3d(Context context, GridView grid, Value<speed> c) {
  if (grid.dimensions < 3)
    refuse(context, moment, "dipole/grid", "a dipole needs a grid of three directions",
           "give grid.points three numbers");
  return courant<speed>(grid, c);
}

}  // namespace

CARDON_THORN(Dipole) {
  thorn.summary(
      "A wave whose source is a dipole, with boundaries that match the decay of its field");
  thorn.cites("M. Alcubierre et al., Phys. Rev. D 67, 084023, 2003");
  thorn.limits_step<courant_in_3d>("courant");
  thorn.radiates(phi, speed, 0, 3);
  thorn.radiates(pi, speed, 0, 3);
  thorn.at<at_rest>(Initial);
  thorn.at<phi_rhs>(EvolveRhs);
  thorn.at<pi_rhs>(EvolveRhs).flops(15);
  thorn.at<compare>(Analysis, "error");
}

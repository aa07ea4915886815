// SPDX-License-Identifier: Apache-2.0
// Scalar wave equation, first order in time:  d/dt phi = pi,  d/dt pi = v^2 laplacian(phi)
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter speed{"speed", 1.0, "Wave speed v", positive, unit("m/s")};
constexpr Parameter order{"order", 4, "Order of the differences in space", one_of(2, 4, 6)};
constexpr Parameter initial{"initial", "gaussian", "Initial data",
                            one_of("gaussian", "plane", "standing", "expression")};
constexpr Parameter amplitude{"amplitude", 1.0, "Height of gaussian, plane and standing waves"};
constexpr Parameter radius{"radius", 0.0, "Gaussian: radius R of the shell", non_negative,
                           unit("m")};
constexpr Parameter width{"width", 0.1, "Gaussian: width s of the shell", positive, unit("m")};
constexpr Parameter centre{"centre", Vec3{0.5, 0.5, 0.5}, "Gaussian: centre of the shell",
                           unit("m"), formerly("center")};
constexpr Parameter wavenumber{"wavenumber", Vec3{1, 0, 0},
                               "Plane, standing: waves per unit of length along x, y, z",
                               unit("1/m")};
constexpr Expression profile{"profile", "exp(-(r / width)^2)",
                             "Expression: phi as a function of x, y, z, r"};
constexpr Expression rate{"rate", "0",
                          "Expression: time derivative of phi as a function of x, y, z, r"};
constexpr Expression exact{"exact", "0", "Reference solution for the derived field error"};

constexpr Evolved phi{"phi", "Scalar field"};
constexpr Evolved pi{"pi", "Time derivative of phi"};
constexpr Derived energy = Derived{"energy", "Energy density"};
constexpr Field error =
    Derived{"error", "phi minus the formula in the parameter exact"}.no_boundary();
constexpr Scalar total_energy{"total_energy", "Integral of the energy density", Reduce::sum};

namespace {

/// 2 pi wavenumber, its frequency, and the phase that time adds.
struct Wave {
  Vec3 k;
  Real omega, turned;
  static Wave prepare(Value<wavenumber> waves, Value<speed> v, GridView grid) {
    Vec3 k = grid.within(waves);
    for (int d = 0; d < 3; ++d) k[d] *= 2 * pi_number;
    const Real omega = v * sqrt(k.x * k.x + k.y * k.y + k.z * k.z);
    return {k, omega, omega * grid.time};
  }
};

struct StandingWave {
  Vec3 k;
  Real height, rate;
  static StandingWave prepare(Value<wavenumber> waves, Value<speed> v, Value<amplitude> a,
                              GridView grid) {
    const Wave w = Wave::prepare(waves, v, grid);
    return {w.k, a * cos(w.turned), -a * w.omega * sin(w.turned)};
  }
};

KOKKOS_INLINE_FUNCTION Real mode(Real k, Real x) { return k == 0 ? 1 : sin(k * x); }

KOKKOS_FUNCTION void gaussian(Point p, Write<phi> u, Write<pi> v, Value<amplitude> a,
                              Value<radius> r0, Value<width> s, Within<centre> c) {
  const Real x = (sqrt(p.r2(c)) - r0) / s;
  u(p) = a * exp(-x * x);
  v(p) = 0;
}

KOKKOS_FUNCTION void plane(Point p, Write<phi> u, Write<pi> v, Value<amplitude> a, Wave w) {
  const Real phase = ((w.k.x * p.x() + w.k.y * p.y()) + w.k.z * p.z()) - w.turned;
  u(p) = a * cos(phase);
  v(p) = a * w.omega * sin(phase);
}

KOKKOS_FUNCTION void standing(Point p, Write<phi> u, Write<pi> v, StandingWave w) {
  const Real m = mode(w.k.x, p.x()) * mode(w.k.y, p.y()) * mode(w.k.z, p.z());
  u(p) = w.height * m;
  v(p) = w.rate * m;
}

void expression(Point p, Write<phi> u, Write<pi> v, const Value<profile>& f, const Value<rate>& g) {
  u(p) = f(p);
  v(p) = g(p);
}

// Two tasks, as phi's right-hand side needs no neighbours: an integrator with four stages then asks
// for half of the ghost layers.
KOKKOS_FUNCTION void phi_rhs(Point p, Read<pi> v, Write<rhs<phi>> du) { du(p) = v(p); }

struct Speed2 {
  Real c2;
  static Speed2 prepare(Value<speed> c) { return {c * c}; }
};

template <int n>
KOKKOS_FUNCTION void pi_rhs(Point p, Read<phi, n / 2> u, Write<rhs<pi>> dv, Speed2 v) {
  dv(p) = v.c2 * laplacian<n>(u, p);
}

template <int n>
KOKKOS_INLINE_FUNCTION Real density(const Read<phi, n / 2>& u, const Read<pi>& v, Real c2,
                                    const Point& p) {
  const Real t = v(p), x = d1<n>(u, p, X), y = d1<n>(u, p, Y), z = d1<n>(u, p, Z);
  return 0.5 * (t * t + c2 * ((x * x + y * y) + z * z));
}

template <int n>
KOKKOS_FUNCTION void energy_density(Point p, Read<phi, n / 2> u, Read<pi> v, Write<energy> e,
                                    Speed2 s) {
  e(p) = density<n>(u, v, s.c2, p);
}

template <int n>
void sum_energy(Point p, Read<phi, n / 2> u, Read<pi> v, Combine<total_energy> total, Speed2 s,
                GridView grid) {
  total(p) = grid.volume * density<n>(u, v, s.c2, p);
}

template <int n>
void declare_scheme(ThornBuilder& thorn, double operations) {
  thorn.at<pi_rhs<n>>(EvolveRhs, n).flops(operations).when(order, n);
  thorn.at<energy_density<n>>(Analysis, "energy_" + std::to_string(n)).when(order, n);
  thorn.at<sum_energy<n>>(Analysis, n).when(order, n);
}

}  // namespace

CARDON_THORN(WaveMoL) {
  thorn.summary("Scalar wave equation, first order in time, with any integrator");
  thorn.limits_step<courant<speed>>();
  thorn.radiates(phi, speed);
  thorn.radiates(pi, speed);
  thorn.parameters(order, initial);
  thorn.at<gaussian>(Initial).when(initial, "gaussian");
  thorn.at<plane>(Initial).when(initial, "plane");
  thorn.at<standing>(Initial).when(initial, "standing");
  thorn.at<expression>(Initial).when(initial, "expression");
  declare_scheme<2>(thorn, 13);
  declare_scheme<4>(thorn, 25);
  declare_scheme<6>(thorn, 34);
  thorn.at<phi_rhs>(EvolveRhs);
  thorn.at<difference<phi, exact, error>>(Analysis, "error");
}

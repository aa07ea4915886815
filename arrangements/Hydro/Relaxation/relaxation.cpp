// SPDX-License-Identifier: Apache-2.0
// A conservation law by relaxation (S. Jin and Z. Xin, Comm. Pure Appl. Math. 48, 235-276, 1995):
//   d/dt u + d/dx v = 0,   d/dt v + a^2 d/dx u = (f(u) - v) / eps
// For eps -> 0 it becomes d/dt u + d/dx f(u) = 0. The right-hand side of v is stiff, and solved
// for at each point by integrators with implicit stages.
#include <algorithm>
#include <cardon/thorn.hpp>
#include <complex>
using namespace cardon;

constexpr Parameter speed{"speed", 1.0,
                          "Speed a of waves; must exceed those of the conservation law", positive,
                          unit("m/s")};
constexpr Parameter time_scale{"time_scale", 1e-6, "Time scale eps of the relaxation", positive,
                               unit("s")};
constexpr Parameter flux{"flux", "burgers", "Flux f: u^2 / 2, or velocity * u",
                         one_of("burgers", "advection")};
constexpr Parameter velocity{"velocity", 0.5, "Advection: velocity of u", unit("m/s")};
constexpr Parameter relaxation{
    "relaxation", "implicit",
    "Time integration of the relaxation; explicit requires steps of at most about 2 time_scale",
    one_of("implicit", "explicit")};
constexpr Parameter initial{"initial", "expression",
                            "Initial data; a mode is an exact solution of advection",
                            one_of("expression", "mode")};
constexpr Parameter wavenumber{"wavenumber", 1.0, "Mode: waves per unit of length", unit("1/m")};
constexpr Expression profile{"profile", "0.3 + 0.2 * sin(2*pi*x)",
                             "Expression: u as a function of x, y, z, r"};

constexpr Evolved u{"u", "Conserved density"};
constexpr Evolved v{"v", "Relaxed flux"};
constexpr Derived error{"error", "u minus the mode"};
constexpr Scalar content{"content", "Integral of u over the grid", Reduce::sum};

namespace {

/// f(u) = linear u + quadratic u^2.
struct Flux {
  Real linear, quadratic;
  static Flux prepare(const Value<flux>& kind, Value<velocity> b) {
    return kind == "burgers" ? Flux{0, 0.5} : Flux{b, 0};
  }
  KOKKOS_INLINE_FUNCTION Real operator()(Real w) const { return (linear + quadratic * w) * w; }
};

/// Re(amplitude exp(i k x)).
struct Wave {
  Real cosine, sine, k;
  Wave(std::complex<Real> amplitude, Real number)
      : cosine(amplitude.real()), sine(-amplitude.imag()), k(number) {}
  KOKKOS_INLINE_FUNCTION Real operator()(Real x) const {
    return cosine * cos(k * x) + sine * sin(k * x);
  }
};

/// The slow mode of advection, u = Re exp(i k x + s t): eps s^2 + s + i k b + eps a^2 k^2 = 0. The
/// form of the root has no cancellation for small eps.
struct Mode {
  Wave u, v;
  static Mode prepare(Value<wavenumber> waves, Value<time_scale> scale, Value<speed> a,
                      Value<velocity> b, GridView grid) {
    const Real eps = scale, k = 2 * pi_number * waves;
    const std::complex<Real> c(eps * a * a * k * k, k * b);
    const std::complex<Real> rate = -2.0 * c / (1.0 + std::sqrt(1.0 - 4 * eps * c));
    const std::complex<Real> v_of_u =
        k == 0 ? std::complex<Real>(b, 0) : rate * std::complex<Real>(0, 1) / k;
    const std::complex<Real> now = std::exp(rate * grid.time);
    return {Wave(now, k), Wave(now * v_of_u, k)};
  }
};

KOKKOS_FUNCTION void mode(Point p, Write<u> density, Write<v> relaxed, const Mode& wave) {
  density(p) = wave.u(p.x());
  relaxed(p) = wave.v(p.x());
}

void expression(Point p, Write<u> density, Write<v> relaxed, const Value<profile>& formula,
                Flux f) {
  density(p) = formula(p);
  relaxed(p) = f(density(p));
}

/// Factors of the right-hand side, in which a relaxation in implicit stages has no part.
template <bool with_relaxation>
struct Factors {
  Real a, damping, rate;
  static Factors prepare(Value<speed> a, Value<time_scale> eps, GridView grid) {
    return {a, a / (12 * grid.spacing[0]), with_relaxation ? 1 / eps : 0};
  }
};

KOKKOS_INLINE_FUNCTION Real fourth(const FieldReader& w, const Point& p) {
  return (w(p, -2, 0, 0) + w(p, 2, 0, 0)) + (6 * w(p) - 4 * (w(p, -1, 0, 0) + w(p, 1, 0, 0)));
}

/// Upwind differences of third order of v + a u and v - a u: centred ones of order 4 with a fourth
/// difference.
template <bool with_relaxation>
KOKKOS_FUNCTION void evolve(Point p, Read<u, 2, 0, 0> density, Read<v, 2, 0, 0> relaxed,
                            Write<rhs<u>> du, Write<rhs<v>> dv, Factors<with_relaxation> c,
                            Flux f) {
  const Real w = density(p), z = relaxed(p);
  du(p) = -d1<4>(relaxed, p, X) - c.damping * fourth(density, p);
  dv(p) =
      (-c.a * c.a * d1<4>(density, p, X) - c.damping * fourth(relaxed, p)) + c.rate * (f(w) - z);
}

struct Ratio {
  Real value;
  static Ratio prepare(GridView grid, Value<time_scale> eps) { return {grid.implicit_step / eps}; }
};

/// v = v* + (h / eps) (f(u) - v), u = u*.
KOKKOS_FUNCTION void relax(Point p, Read<u> density, Update<v> relaxed, Ratio ratio, Flux f) {
  relaxed(p) = (relaxed(p) + ratio.value * f(density(p))) / (1 + ratio.value);
}

KOKKOS_FUNCTION void compare(Point p, Read<u> density, Write<error> difference, const Mode& exact) {
  difference(p) = density(p) - exact.u(p.x());
}

void integrate(Point p, Read<u> density, Combine<content> total, GridView grid) {
  total(p) = grid.volume * density(p);
}

Real courant_limit(GridView grid, Value<speed> a, Value<relaxation> how, Value<time_scale> eps) {
  const Real step = grid.spacing[0] / a;
  return how == "implicit" ? step : std::min(step, 2 * eps);
}

}  // namespace

CARDON_THORN(Relaxation) {
  thorn.summary("A conservation law by stiff relaxation, for integrators with implicit stages");
  thorn.cites("S. Jin and Z. Xin, Comm. Pure Appl. Math. 48, 235-276, 1995");
  thorn.parameters(speed, time_scale, flux, velocity, relaxation, initial);
  thorn.limits_step<courant_limit>("courant");
  thorn.at<mode>(Initial).when(initial, "mode");
  thorn.at<expression>(Initial).when(initial, "expression");
  thorn.at<evolve<false>>(EvolveRhs, "transport").when(relaxation, "implicit");
  thorn.at<relax>(Implicit).when(relaxation, "implicit");
  thorn.at<evolve<true>>(EvolveRhs, "transport_and_relax").when(relaxation, "explicit");
  thorn.at<compare>(Analysis);
  thorn.at<integrate>(Analysis, "content");
}

// SPDX-License-Identifier: Apache-2.0
// A conservation law by relaxation (S. Jin and Z. Xin, Comm. Pure Appl. Math. 48, 235-276, 1995):
//   d/dt u + d/dx v = 0,   d/dt v + a^2 d/dx u = (f(u) - v) / eps
// For eps -> 0 it becomes d/dt u + d/dx f(u) = 0. The right-hand side of v is stiff, and solved
// for at each point by integrators with implicit stages.
#include <algorithm>
#include <cardon/thorn.hpp>
#include <complex>
using namespace cardon;

constexpr Parameter speed{"speed", 1.0, "Speed a of waves; above those of the conservation law",
                          positive, unit("m/s")};
constexpr Parameter time_scale{"time_scale", 1e-6, "Time scale eps of the relaxation", positive,
                               unit("s")};
constexpr Parameter flux{"flux", "burgers", "Flux f: u^2 / 2, or velocity * u",
                         one_of("burgers", "advection")};
constexpr Parameter velocity{"velocity", 0.5, "Advection: velocity of u", unit("m/s")};
constexpr Parameter relaxation{
    "relaxation", "implicit",
    "How the relaxation is advanced; explicit needs steps of at most about 2 time_scale",
    one_of("implicit", "explicit")};
constexpr Parameter initial{"initial", "expression",
                            "Initial data; a mode is an exact solution of advection",
                            one_of("expression", "mode")};
constexpr Parameter wavenumber{"wavenumber", 1.0, "Mode: waves per metre", unit("1/m")};
constexpr Expression profile{"profile", "0.3 + 0.2 * sin(2*pi*x)",
                             "Expression: u as a function of x, y, z, r"};

constexpr Field u{"u", "Conserved density"};
constexpr Field v{"v", "Relaxed flux"};
constexpr Derived error{"error", "u minus the mode"};
constexpr Scalar content{"content", "Integral of u over the grid", Reduce::sum};

namespace {

/// f(u) = linear u + quadratic u^2.
struct Flux {
  Real linear = 0, quadratic = 0;
  KOKKOS_INLINE_FUNCTION Real operator()(Real w) const { return (linear + quadratic * w) * w; }
};

Flux flux_of(const Block& block) {
  return block[flux] == "burgers" ? Flux{0, 0.5} : Flux{block[velocity], 0};
}

/// The slow mode of advection, u = Re exp(i k x + s t): eps s^2 + s + i k b + eps a^2 k^2 = 0. The
/// form of the root has no cancellation for small eps.
struct Mode {
  std::complex<Real> rate, flux_of_u;  // s, and v / u
  Real k = 0;

  explicit Mode(const Block& block) : k(2 * pi_number * block[wavenumber]) {
    const Real eps = block[time_scale], a = block[speed];
    const std::complex<Real> c(eps * a * a * k * k, k * block[velocity]);
    rate = -2.0 * c / (1.0 + std::sqrt(1.0 - 4 * eps * c));
    flux_of_u = k == 0 ? std::complex<Real>(block[velocity]) : rate * std::complex<Real>(0, 1) / k;
  }
};

/// Re(amplitude exp(i k x)).
struct Wave {
  Real cosine = 0, sine = 0, k = 0;
  Wave(std::complex<Real> amplitude, Real number)
      : cosine(amplitude.real()), sine(-amplitude.imag()), k(number) {}
  KOKKOS_INLINE_FUNCTION Real operator()(Real x) const {
    return cosine * cos(k * x) + sine * sin(k * x);
  }
};

}  // namespace

static void set_mode(Block& block) {
  auto density = block.write(u), relaxed = block.write(v);
  const Mode mode(block);
  const Wave wave(std::exp(mode.rate * block.time()), mode.k);
  const Wave current(std::exp(mode.rate * block.time()) * mode.flux_of_u, mode.k);
  block.for_each(
      "mode", KOKKOS_LAMBDA(const Point& p) {
        density(p) = wave(p.x());
        relaxed(p) = current(p.x());
      });
}

static void set_expression(Block& block) {
  auto density = block.write(u), relaxed = block.write(v);
  const auto formula = block[profile];
  const Flux f = flux_of(block);
  block.for_each(
      "expression", KOKKOS_LAMBDA(const Point& p) {
        density(p) = formula(p);
        relaxed(p) = f(density(p));
      });
}

/// Upwind differences of third order of v + a u and v - a u: centred ones of order 4 with a fourth
/// difference.
static void evolve(Block& block, Real rate) {
  auto density = block.read(u), relaxed = block.read(v);
  auto du = block.write(rhs(u)), dv = block.write(rhs(v));
  const Real a = block[speed], damping = a / (12 * block.spacing(0));
  const Flux f = flux_of(block);
  const auto fourth = [](const FieldReader& w, const Point& p) {
    return (w(p, -2, 0, 0) + w(p, 2, 0, 0)) + (6 * w(p) - 4 * (w(p, -1, 0, 0) + w(p, 1, 0, 0)));
  };
  block.for_each(
      "evolve", KOKKOS_LAMBDA(const Point& p) {
        const Real w = density(p), z = relaxed(p);
        du(p) = -d1<4>(relaxed, p, X) - damping * fourth(density, p);
        dv(p) = (-a * a * d1<4>(density, p, X) - damping * fourth(relaxed, p)) + rate * (f(w) - z);
      });
}
static void transport(Block& block) { evolve(block, 0); }
static void transport_and_relax(Block& block) { evolve(block, 1 / block[time_scale]); }

/// v = v* + (h / eps) (f(u) - v), u = u*.
static void relax(Block& block) {
  auto density = block.read(u), old = block.read(v);
  auto relaxed = block.write(v);
  const Real ratio = block.implicit_step() / block[time_scale];
  const Flux f = flux_of(block);
  block.for_each(
      "relax", KOKKOS_LAMBDA(const Point& p) {
        relaxed(p) = (old(p) + ratio * f(density(p))) / (1 + ratio);
      });
}

static void compare(Block& block) {
  auto density = block.read(u);
  auto difference = block.write(error);
  const Mode mode(block);
  const Wave wave(std::exp(mode.rate * block.time()), mode.k);
  block.for_each(
      "compare", KOKKOS_LAMBDA(const Point& p) { difference(p) = density(p) - wave(p.x()); });
}

static void reduce_content(Block& block) {
  auto density = block.read(u);
  const Real volume = block.cell_volume();
  block.reduce(content, [=](const Point& p) { return volume * density(p); });
}

static Real courant_limit(const Block& block) {
  const Real step = block.spacing(0) / block[speed];
  return block[relaxation] == "implicit" ? step : std::min(step, 2 * block[time_scale]);
}

CARDON_THORN(Relaxation) {
  thorn.summary("A conservation law by stiff relaxation, for integrators with implicit stages");
  thorn.cites("S. Jin and Z. Xin, Comm. Pure Appl. Math. 48, 235-276, 1995");
  thorn.parameters(speed, time_scale, flux, velocity, relaxation, initial, wavenumber, profile);
  thorn.evolves(u, v);
  thorn.derives(error);
  thorn.scalars(content);
  thorn.limits_step("courant", courant_limit);
  thorn.at(Initial, "mode", set_mode).writes(u, v).when(initial, "mode");
  thorn.at(Initial, "expression", set_expression).writes(u, v).when(initial, "expression");
  thorn.at(EvolveRhs, "transport", transport)
      .reads(u, v, stencil(2, 0, 0))
      .writes(rhs(u), rhs(v))
      .when(relaxation, "implicit");
  thorn.at(Implicit, "relax", relax).reads(u, v).writes(v).when(relaxation, "implicit");
  thorn.at(EvolveRhs, "transport_and_relax", transport_and_relax)
      .reads(u, v, stencil(2, 0, 0))
      .writes(rhs(u), rhs(v))
      .when(relaxation, "explicit");
  thorn.at(Analysis, "compare", compare).reads(u).writes(error);
  thorn.at(Analysis, "content", reduce_content).reads(u).reduces(content);
}

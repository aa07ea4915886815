// SPDX-License-Identifier: Apache-2.0
// Euler's equations of an ideal gas:  d/dt U + div F(U) = 0,  U = (rho, rho v, e)
#include "declarations.hpp"
#include "faces.hpp"
#include "problems.hpp"

namespace euler {

using namespace cardon;

namespace {

constexpr Field pressure = Derived{"pressure", "Pressure", unit("Pa")}.no_boundary();
constexpr Field velocity = Derived{"velocity", "Velocity", unit("m/s")}.vector().no_boundary();
constexpr Field entropy =
    Derived{"entropy", "p / rho^gamma, which is constant but for shocks"}.no_boundary();
constexpr Field mach = Derived{"mach", "Speed in units of that of sound; 0 at rest"}.no_boundary();
// Integrals have no unit of their own: where the grid has two dimensions, a mass is one per metre
// of the third.
constexpr Scalar total_mass{"total_mass",
                            "Integral of rho over the grid (kg in 3-D, kg/m in 2-D, kg/m^2 in 1-D)",
                            Reduce::sum};
constexpr Scalar momentum_x{"total_momentum_x", "Integral of momentum_x", Reduce::sum};
constexpr Scalar momentum_y{"total_momentum_y", "Integral of momentum_y", Reduce::sum};
constexpr Scalar momentum_z{"total_momentum_z", "Integral of momentum_z", Reduce::sum};
constexpr Scalar total_energy{
    "total_energy", "Integral of energy over the grid (J in 3-D, J/m in 2-D, J/m^2 in 1-D)",
    Reduce::sum};
constexpr Scalar step_limit{"step_limit", "Shortest 1 / (sum of (flow + sound speed) / h)",
                            Reduce::min, unit("s")};
constexpr Scalar courant_number{
    "courant_number", "Largest dt * sum over directions of (flow + sound speed) / h", Reduce::max};

/// The gas at a point.
struct State {
  Read<density> rho;
  Read<momentum> m;
  Read<energy> e;
  Value<heat_ratio> gamma;
  Value<pressure_floor> floor;

  KOKKOS_INLINE_FUNCTION Real pressure(const Point& p) const {
    const Real x = m[0](p), y = m[1](p), z = m[2](p);
    return (gamma - 1) * (e(p) - 0.5 * ((x * x + y * y) + z * z) / rho(p));
  }
  /// Of the gas that fluxes are computed with: a pressure below the floor counts as the floor.
  KOKKOS_INLINE_FUNCTION Real sound(const Point& p) const {
    const Real own = pressure(p);
    return sqrt(gamma * (own < floor ? floor : own) / rho(p));
  }
  KOKKOS_INLINE_FUNCTION Real speed(const Point& p) const {
    const Real x = m[0](p), y = m[1](p), z = m[2](p);
    return sqrt((x * x + y * y) + z * z) / rho(p);
  }
};

KOKKOS_FUNCTION void derive_pressure(const Point& p, const State& gas,
                                     Write<euler::pressure> result) {
  result(p) = gas.pressure(p);
}

KOKKOS_FUNCTION void derive_velocity(const Point& p, Read<density> rho, const Read<momentum>& m,
                                     const Write<velocity>& v) {
  for (int c = 0; c < 3; ++c) v[c](p) = m[c](p) / rho(p);
}

KOKKOS_FUNCTION void derive_entropy(const Point& p, const State& gas, Write<entropy> result) {
  result(p) = gas.pressure(p) / pow(gas.rho(p), gas.gamma);
}

KOKKOS_FUNCTION void derive_mach(const Point& p, const State& gas, Write<mach> result) {
  const Real speed = gas.speed(p);
  result(p) = speed == 0 ? 0 : speed / gas.sound(p);
}

void sum_mass(const Point& p, Read<density> rho, Combine<total_mass> total, GridView grid) {
  total(p) = grid.volume * rho(p);
}

void sum_momentum(const Point& p, const Read<momentum>& m, Combine<momentum_x> x,
                  Combine<momentum_y> y, Combine<momentum_z> z, GridView grid) {
  x(p) = grid.volume * m[0](p);
  y(p) = grid.volume * m[1](p);
  z(p) = grid.volume * m[2](p);
}

void sum_energy(const Point& p, Read<energy> e, Combine<total_energy> total, GridView grid) {
  total(p) = grid.volume * e(p);
}

/// A time, or 1, in units of those in which signals of speed 1 cross a cell.
struct Crossings {
  Vec3 in;
  int dimensions;

  static Crossings of(Real time, const GridView& grid) {
    Crossings c{{}, grid.dimensions};
    for (int d = 0; d < grid.dimensions; ++d) c.in[d] = time / grid.spacing[d];
    return c;
  }
  /// Sum over the directions, for signals of the gas.
  Real operator()(const State& gas, const Point& p) const {
    const Real c = gas.sound(p), per_rho = 1 / gas.rho(p);
    Real sum = 0;
    for (int d = 0; d < dimensions; ++d) sum += in[d] * (abs(per_rho * gas.m[d](p)) + c);
    return sum;
  }
};
struct CrossingsInStep : Crossings {
  static CrossingsInStep prepare(GridView grid) { return {of(grid.dt, grid)}; }
};
struct CrossingsPerTime : Crossings {
  static CrossingsPerTime prepare(GridView grid) { return {of(1, grid)}; }
};

void measure_signal(const Point& p, const State& gas, Combine<courant_number> largest,
                    CrossingsInStep crossings) {
  largest(p) = crossings(gas, p);
}

/// The step for which a signal crosses one cell; the same sum as in measure_signal.
void limit_step(const Point& p, const State& gas, Combine<step_limit> shortest,
                CrossingsPerTime crossings) {
  shortest(p) = 1 / crossings(gas, p);
}

void declare_analysis(ThornBuilder& thorn) {
  thorn.at<derive_pressure>(Analysis, "pressure");
  thorn.at<derive_velocity>(Analysis, "velocity");
  thorn.at<derive_entropy>(Analysis, "entropy");
  thorn.at<derive_mach>(Analysis, "mach");
  thorn.at<sum_mass>(Analysis);
  thorn.at<sum_momentum>(Analysis);
  thorn.at<sum_energy>(Analysis);
  thorn.at<measure_signal>(Analysis, "courant_number");
  thorn.at<limit_step>(Analysis, "step_limit");
  thorn.limits_step<step_limit>();
}

}  // namespace

CARDON_THORN(Euler) {
  thorn.summary("Compressible gas: finite volumes, MUSCL or PPM with HLLC, any integrator");
  thorn.cites(
      "E. F. Toro, Riemann Solvers and Numerical Methods for Fluid Dynamics, Springer 2009");
  thorn.cites("B. Einfeldt, SIAM J. Numer. Anal. 25, 294, 1988");
  thorn.cites("P. Colella and P. R. Woodward, J. Comput. Phys. 54, 174, 1984");
  thorn.cites("P. Colella and M. D. Sekora, J. Comput. Phys. 227, 7069, 2008");
  thorn.parameters(heat_ratio, pressure_floor, reconstruction, limiter, riemann);
  declare_problems(thorn);
  declare_rhs(thorn);
  declare_faces(thorn);
  declare_analysis(thorn);
}

}  // namespace euler

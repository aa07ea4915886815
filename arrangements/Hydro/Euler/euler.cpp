// SPDX-License-Identifier: Apache-2.0
// Euler's equations of an ideal gas:  d/dt U + div F(U) = 0,  U = (rho, rho v, e)
#include "declarations.hpp"
#include "faces.hpp"
#include "problems.hpp"

namespace euler {

using namespace cardon;

namespace {

constexpr Derived pressure{"pressure", "Pressure", unit("Pa")};
constexpr Field velocity = Derived{"velocity", "Velocity", unit("m/s")}.vector();
constexpr Derived entropy{"entropy", "p / rho^gamma, which is constant but for shocks"};
constexpr Derived mach{"mach", "Speed in units of that of sound; 0 at rest"};
constexpr Scalar total_mass{"total_mass", "Integral of the density", Reduce::sum};
constexpr Scalar momentum_x{"total_momentum_x", "Integral of momentum_x", Reduce::sum};
constexpr Scalar momentum_y{"total_momentum_y", "Integral of momentum_y", Reduce::sum};
constexpr Scalar momentum_z{"total_momentum_z", "Integral of momentum_z", Reduce::sum};
constexpr Scalar total_energy{"total_energy", "Integral of energy", Reduce::sum};
constexpr Scalar step_limit{"step_limit", "Shortest 1 / (sum of (flow + sound speed) / h)",
                            Reduce::min, unit("s")};
constexpr Scalar courant_number{
    "courant_number", "Largest dt * sum over directions of (flow + sound speed) / h", Reduce::max};

/// The evolved fields at a point.
class Reader {
 public:
  explicit Reader(const Block& block)
      : rho_(block.read(density)),
        energy_(block.read(energy)),
        momentum_(block.read_components(momentum)),
        gamma_(block[heat_ratio]),
        floor_(block[pressure_floor]) {}

  KOKKOS_INLINE_FUNCTION Real rho(const Point& p) const { return rho_(p); }
  KOKKOS_INLINE_FUNCTION Real momentum_along(int d, const Point& p) const {
    return momentum_[d](p);
  }
  KOKKOS_INLINE_FUNCTION Real pressure(const Point& p) const {
    const Real x = momentum_[0](p), y = momentum_[1](p), z = momentum_[2](p);
    return (gamma_ - 1) * (energy_(p) - 0.5 * ((x * x + y * y) + z * z) / rho_(p));
  }
  /// Of the gas that fluxes are computed with: a pressure below the floor counts as the floor.
  KOKKOS_INLINE_FUNCTION Real sound(const Point& p) const {
    const Real own = pressure(p);
    return sqrt(gamma_ * (own < floor_ ? floor_ : own) / rho_(p));
  }
  KOKKOS_INLINE_FUNCTION Real speed(const Point& p) const {
    const Real x = momentum_[0](p), y = momentum_[1](p), z = momentum_[2](p);
    return sqrt((x * x + y * y) + z * z) / rho_(p);
  }
  Real gamma() const { return gamma_; }

 private:
  FieldReader rho_, energy_;
  Components<FieldReader> momentum_;
  Real gamma_, floor_;
};

void derive_pressure(Block& block) {
  const Reader gas(block);
  const auto result = block.write(pressure);
  block.for_each(
      "pressure", KOKKOS_LAMBDA(const Point& p) { result(p) = gas.pressure(p); });
}

void derive_velocity(Block& block) {
  const auto rho = block.read(density);
  const auto m = block.read_components(momentum);
  const auto v = block.write_components(velocity);
  block.for_each(
      "velocity", KOKKOS_LAMBDA(const Point& p) {
        for (int c = 0; c < 3; ++c) v[c](p) = m[c](p) / rho(p);
      });
}

void derive_entropy(Block& block) {
  const Reader gas(block);
  const auto result = block.write(entropy);
  block.for_each(
      "entropy", KOKKOS_LAMBDA(const Point& p) {
        result(p) = gas.pressure(p) / pow(gas.rho(p), gas.gamma());
      });
}

void derive_mach(Block& block) {
  const Reader gas(block);
  const auto result = block.write(mach);
  block.for_each(
      "mach", KOKKOS_LAMBDA(const Point& p) {
        const Real speed = gas.speed(p);
        result(p) = speed == 0 ? 0 : speed / gas.sound(p);
      });
}

void sum_mass(Block& block) {
  const auto rho = block.read(density);
  const Real volume = block.cell_volume();
  block.reduce(total_mass, [=](const Point& p) { return volume * rho(p); });
}

void sum_momentum(Block& block) {
  const auto m = block.read_components(momentum);
  const Real volume = block.cell_volume();
  const Scalar* const scalars[] = {&momentum_x, &momentum_y, &momentum_z};
  for (int d = 0; d < 3; ++d)
    block.reduce(*scalars[d], [=](const Point& p) { return volume * m[d](p); });
}

void sum_energy(Block& block) {
  const auto e = block.read(energy);
  const Real volume = block.cell_volume();
  block.reduce(total_energy, [=](const Point& p) { return volume * e(p); });
}

void measure_signal(Block& block) {
  const Reader gas(block);
  const int dimensions = block.dimensions();
  Vec3 steps;
  for (int d = 0; d < dimensions; ++d) steps[d] = block.dt() / block.spacing(d);
  block.reduce(courant_number, [=](const Point& p) {
    const Real c = gas.sound(p), per_rho = 1 / gas.rho(p);
    Real sum = 0;
    for (int d = 0; d < dimensions; ++d)
      sum += steps[d] * (abs(per_rho * gas.momentum_along(d, p)) + c);
    return sum;
  });
}

/// The step for which a signal crosses one cell; the same sum as in measure_signal.
void limit_step(Block& block) {
  const Reader gas(block);
  const int dimensions = block.dimensions();
  Vec3 cells;
  for (int d = 0; d < dimensions; ++d) cells[d] = 1 / block.spacing(d);
  block.reduce(step_limit, [=](const Point& p) {
    const Real c = gas.sound(p), per_rho = 1 / gas.rho(p);
    Real sum = 0;
    for (int d = 0; d < dimensions; ++d)
      sum += cells[d] * (abs(per_rho * gas.momentum_along(d, p)) + c);
    return 1 / sum;
  });
}

/// Of fixed steps: by the fastest signal that is foreseen.
Real courant_limit(const Block& block) {
  check_problem(block);
  Real cells = 0;
  for (int d = 0; d < block.dimensions(); ++d) cells += 1 / block.spacing(d);
  const Real speed = fastest_signal(block);
  return speed > 0 ? 1 / (speed * cells) : 0;
}

void declare_analysis(ThornBuilder& thorn) {
  thorn.derives(pressure.no_boundary(), velocity.no_boundary(), entropy.no_boundary(),
                mach.no_boundary());
  thorn.scalars(total_mass, momentum_x, momentum_y, momentum_z, total_energy, courant_number,
                step_limit);
  thorn.at(Analysis, "pressure", derive_pressure).reads(density, momentum, energy).writes(pressure);
  thorn.at(Analysis, "entropy", derive_entropy).reads(density, momentum, energy).writes(entropy);
  thorn.at(Analysis, "mach", derive_mach).reads(density, momentum, energy).writes(mach);
  thorn.at(Analysis, "velocity", derive_velocity).reads(density, momentum).writes(velocity);
  thorn.at(Analysis, "sum_mass", sum_mass).reads(density).reduces(total_mass);
  thorn.at(Analysis, "sum_energy", sum_energy).reads(energy).reduces(total_energy);
  thorn.at(Analysis, "sum_momentum", sum_momentum)
      .reads(momentum)
      .reduces(momentum_x, momentum_y, momentum_z);
  thorn.at(Analysis, "courant_number", measure_signal)
      .reads(density, momentum, energy)
      .reduces(courant_number);
  thorn.at(Analysis, "step_limit", limit_step).reads(density, momentum, energy).reduces(step_limit);
}

}  // namespace

CARDON_THORN(Euler) {
  thorn.summary("Compressible gas: finite volumes, MUSCL or PPM with HLLC, any integrator");
  thorn.cites(
      "E. F. Toro, Riemann Solvers and Numerical Methods for Fluid Dynamics, Springer 2009");
  thorn.cites("B. Einfeldt, SIAM J. Numer. Anal. 25, 294, 1988");
  thorn.parameters(heat_ratio, pressure_floor, reconstruction, limiter, riemann);
  thorn.evolves(density, momentum, energy);
  thorn.limits_step("courant", courant_limit);
  thorn.limits_step(step_limit.name, nullptr);
  declare_problems(thorn);
  declare_rhs(thorn);
  declare_faces(thorn);
  declare_analysis(thorn);
}

}  // namespace euler

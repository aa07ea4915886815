// SPDX-License-Identifier: Apache-2.0
// Scalar wave equation, first order in time:  d/dt phi = pi,  d/dt pi = v^2 laplacian(phi)
#include "wavemol.hpp"

using namespace wavemol;

constexpr Derived energy = Derived{"energy", "Energy density"};
constexpr Derived error{"error", "phi minus the formula in the parameter exact"};
constexpr Scalar total_energy{"total_energy", "Integral of the energy density", Reduce::sum};

template <int n>
static void wave_rhs(Block& block) {
  auto u = block.read(phi), v = block.read(pi);
  auto du = block.write(rhs(phi)), dv = block.write(rhs(pi));
  const Real c2 = block[speed] * block[speed];
  block.for_each(
      "rhs", KOKKOS_LAMBDA(const Point& p) {
        du(p) = v(p);
        dv(p) = c2 * laplacian<n>(u, p);
      });
}

KOKKOS_INLINE_FUNCTION static Real density(const FieldReader& u, const FieldReader& v, Real c2,
                                           const Point& p) {
  const Real t = v(p), x = d1(u, p, X), y = d1(u, p, Y), z = d1(u, p, Z);
  return 0.5 * (t * t + c2 * ((x * x + y * y) + z * z));
}

static void energy_density(Block& block) {
  auto u = block.read(phi), v = block.read(pi);
  auto e = block.write(energy);
  const Real c2 = block[speed] * block[speed];
  block.for_each(
      "energy", KOKKOS_LAMBDA(const Point& p) { e(p) = density(u, v, c2, p); });
}

static void sum_energy(Block& block) {
  auto u = block.read(phi), v = block.read(pi);
  const Real c2 = block[speed] * block[speed], volume = block.cell_volume();
  block.reduce(total_energy, [=](const Point& p) { return volume * density(u, v, c2, p); });
}

static void compare(Block& block) {
  auto u = block.read(phi);
  auto e = block.write(error);
  const auto f = block[exact];
  block.for_each(
      "error", KOKKOS_LAMBDA(const Point& p) { e(p) = u(p) - f(p); });
}

static Real courant_limit(const Block& block) {
  Real h = block.spacing(0);
  for (int d = 1; d < block.dimensions(); ++d) h = block.spacing(d) < h ? block.spacing(d) : h;
  return h / block[speed];
}

CARDON_THORN(WaveMoL) {
  thorn.summary("Scalar wave equation, first order in time, with any integrator");
  thorn.parameters(speed, order, initial, amplitude, radius, width, center, wavenumber, profile,
                   rate, exact);
  thorn.evolves(phi, pi);
  thorn.derives(energy, error.no_boundary());
  thorn.scalars(total_energy);
  thorn.limits_step("courant", courant_limit);

  thorn.at(Initial, "gaussian", set_gaussian).writes(phi, pi).when(initial, "gaussian");
  thorn.at(Initial, "plane", set_plane).writes(phi, pi).when(initial, "plane");
  thorn.at(Initial, "standing", set_standing).writes(phi, pi).when(initial, "standing");
  thorn.at(Initial, "expression", set_expression).writes(phi, pi).when(initial, "expression");

  thorn.at(EvolveRhs, "rhs_2", wave_rhs<2>)
      .reads(phi, stencil(1))
      .reads(pi)
      .writes(rhs(phi), rhs(pi))
      .when(order, 2);
  thorn.at(EvolveRhs, "rhs_4", wave_rhs<4>)
      .reads(phi, stencil(2))
      .reads(pi)
      .writes(rhs(phi), rhs(pi))
      .when(order, 4);
  thorn.at(EvolveRhs, "rhs_6", wave_rhs<6>)
      .reads(phi, stencil(3))
      .reads(pi)
      .writes(rhs(phi), rhs(pi))
      .when(order, 6);

  thorn.at(Analysis, "energy", energy_density).reads(phi, stencil(1)).reads(pi).writes(energy);
  thorn.at(Analysis, "sum_energy", sum_energy)
      .reads(phi, stencil(1))
      .reads(pi)
      .reduces(total_energy);
  thorn.at(Analysis, "error", compare).reads(phi).writes(error);
}

// SPDX-License-Identifier: Apache-2.0
// Diffusion:  d/dt u = div(kappa grad u), forward Euler in time, second order in space
#include "diffusion.hpp"

using namespace diffusion;

constexpr Derived error{"error", "u minus the formula in the parameter exact", unit("K")};
constexpr Scalar content{"content", "Integral of u over the grid", Reduce::sum};

static void evolve_uniform(Block& block) {
  auto now = block.read(u);
  auto result = block.write(next(u));
  const Real c = block.dt() * block[diffusivity];
  block.for_each(
      "evolve", KOKKOS_LAMBDA(const Point& p) { result(p) = now(p) + c * laplacian(now, p); });
}

/// Difference of the fluxes through the two faces between neighbours in direction (a, b, c), each
/// with the mean of kappa.
KOKKOS_INLINE_FUNCTION static Real flux_difference(const FieldReader& v, const FieldReader& k,
                                                   const Point& p, int a, int b, int c) {
  const Real v0 = v(p), k0 = k(p);
  return 0.5 * ((k(p, a, b, c) + k0) * (v(p, a, b, c) - v0) -
                (k0 + k(p, -a, -b, -c)) * (v0 - v(p, -a, -b, -c)));
}

static void evolve_variable(Block& block) {
  auto now = block.read(u), k = block.read(kappa);
  auto result = block.write(next(u));
  Real w[3];
  for (int d = 0; d < 3; ++d) w[d] = block.dt() * (now.inverse_spacing[d] * now.inverse_spacing[d]);
  const Real wx = w[0], wy = w[1], wz = w[2];
  block.for_each(
      "evolve", KOKKOS_LAMBDA(const Point& p) {
        result(p) =
            now(p) +
            ((wx * flux_difference(now, k, p, 1, 0, 0) + wy * flux_difference(now, k, p, 0, 1, 0)) +
             wz * flux_difference(now, k, p, 0, 0, 1));
      });
}

static void compare(Block& block) {
  auto now = block.read(u);
  auto e = block.write(error);
  const auto f = block[exact];
  block.for_each(
      "error", KOKKOS_LAMBDA(const Point& p) { e(p) = now(p) - f(p); });
}

static void sum_content(Block& block) {
  auto now = block.read(u);
  const Real volume = block.cell_volume();
  block.reduce(content, [=](const Point& p) { return volume * now(p); });
}

// Forward Euler is stable up to dt D sum_d 2 / h_d^2 = 1.
static Real stability_limit(const Block& block) {
  Real sum = 0;
  for (int d = 0; d < block.dimensions(); ++d) sum += 2 / (block.spacing(d) * block.spacing(d));
  return 1 / (sum * block[diffusivity]);
}

CARDON_THORN(Diffusion) {
  thorn.summary("Diffusion of heat in a uniform or variable medium");
  thorn.parameters(diffusivity, medium, conductance, initial, amplitude, width, center, wavenumber,
                   profile, exact);
  thorn.evolves(u);
  thorn.auxiliary(kappa);
  thorn.derives(error.no_boundary());
  thorn.scalars(content);
  thorn.limits_step("stability", stability_limit);

  thorn.at(Initial, "gaussian", set_gaussian).writes(u).when(initial, "gaussian");
  thorn.at(Initial, "mode", set_mode).writes(u).when(initial, "mode");
  thorn.at(Initial, "expression", set_expression).writes(u).when(initial, "expression");
  thorn.at(Initial, "medium", set_medium).writes(kappa).when(medium, "variable");

  thorn.at(Evolve, "evolve_uniform", evolve_uniform)
      .reads(u, stencil(1))
      .writes(next(u))
      .when(medium, "uniform");
  thorn.at(Evolve, "evolve_variable", evolve_variable)
      .reads(u, kappa, stencil(1))
      .writes(next(u))
      .when(medium, "variable");

  thorn.at(Analysis, "error", compare).reads(u).writes(error);
  thorn.at(Analysis, "content", sum_content).reads(u).reduces(content);
}

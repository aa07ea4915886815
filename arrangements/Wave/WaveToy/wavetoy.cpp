// SPDX-License-Identifier: Apache-2.0
// Scalar wave equation, second order in time:  d^2/dt^2 phi = v^2 laplacian(phi), leapfrog
#include "wavetoy.hpp"

using namespace wavetoy;

constexpr Derived energy = Derived{"energy", "Energy density"};
constexpr Derived error{"error", "phi minus the formula in the parameter exact"};
constexpr Scalar total_energy{"total_energy", "Energy that the leapfrog scheme conserves",
                              Reduce::sum};

template <int n>
static void evolve(Block& block) {
  auto now = block.read(phi), old = block.read(past(phi));
  auto result = block.write(next(phi));
  const Real step = block[speed] * block.dt(), c = step * step;
  block.for_each(
      "evolve", KOKKOS_LAMBDA(const Point& p) {
        result(p) = (2 * now(p) - old(p)) + c * laplacian<n>(now, p);
      });
}

static void energy_density(Block& block) {
  auto now = block.read(phi), old = block.read(past(phi));
  auto e = block.write(energy);
  const Real c2 = block[speed] * block[speed], rate = 1 / block.dt();
  block.for_each(
      "energy", KOKKOS_LAMBDA(const Point& p) {
        const Real t = rate * (now(p) - old(p)), x = d1(now, p, X), y = d1(now, p, Y),
                   z = d1(now, p, Z);
        e(p) = 0.5 * (t * t + c2 * ((x * x + y * y) + z * z));
      });
}

// Multiply the scheme by new - old and sum over a periodic grid: this sum is the same before and
// after the step.
template <int n>
static void sum_energy(Block& block) {
  auto now = block.read(phi), old = block.read(past(phi));
  const Real c2 = block[speed] * block[speed], rate = 1 / block.dt(),
             half = 0.5 * block.cell_volume();
  block.reduce(total_energy, [=](const Point& p) {
    const Real t = rate * (now(p) - old(p));
    return half * (t * t - c2 * old(p) * laplacian<n>(now, p));
  });
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

CARDON_THORN(WaveToy) {
  thorn.summary("Scalar wave equation, second order in time (leapfrog)");
  thorn.parameters(speed, order, initial, amplitude, radius, width, center, wavenumber, profile,
                   exact);
  thorn.evolves(phi);
  thorn.derives(energy, error.no_boundary());
  thorn.scalars(total_energy);
  thorn.limits_step("courant", courant_limit);
  thorn.radiates(phi, speed);

  thorn.at(Initial, "gaussian", set_gaussian).writes(phi, past(phi)).when(initial, "gaussian");
  thorn.at(Initial, "plane", set_plane).writes(phi, past(phi)).when(initial, "plane");
  thorn.at(Initial, "standing", set_standing).writes(phi, past(phi)).when(initial, "standing");
  thorn.at(Initial, "expression", set_expression)
      .writes(phi, past(phi))
      .when(initial, "expression");

  thorn.at(Evolve, "evolve_2", evolve<2>)
      .reads(phi, stencil(1))
      .reads(past(phi))
      .writes(next(phi))
      .when(order, 2);
  thorn.at(Evolve, "evolve_4", evolve<4>)
      .reads(phi, stencil(2))
      .reads(past(phi))
      .writes(next(phi))
      .when(order, 4);

  thorn.at(Analysis, "energy", energy_density)
      .reads(phi, stencil(1))
      .reads(past(phi))
      .writes(energy);
  thorn.at(Analysis, "error", compare).reads(phi).writes(error);
  thorn.at(Analysis, "sum_energy_2", sum_energy<2>)
      .reads(phi, stencil(1))
      .reads(past(phi))
      .reduces(total_energy)
      .when(order, 2);
  thorn.at(Analysis, "sum_energy_4", sum_energy<4>)
      .reads(phi, stencil(2))
      .reads(past(phi))
      .reduces(total_energy)
      .when(order, 4);
}

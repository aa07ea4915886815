// SPDX-License-Identifier: Apache-2.0
// A flame front whose chemistry is integrated in as many sub-steps as each point needs:
//   d/dt c = D laplacian(c) + k c (1 - c)
// (A. Kolmogorov, I. Petrovsky, N. Piskunov, Bull. Univ. Moscow A 1(6), 1-25, 1937; R. Fisher, Ann.
// Eugenics 7, 355-369, 1937).
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter diffusivity{"diffusivity", 0.02, "Diffusivity D", positive, unit("m^2/s")};
constexpr Parameter rate{"rate", 8.0, "Rate k of the reaction", positive, unit("1/s")};
constexpr Parameter tolerance{
    "tolerance", 1e-5, "Change of c by the reaction in a sub-step, at most, within max_substeps",
    positive};
constexpr Parameter max_substeps{"max_substeps", 400, "Most sub-steps of a point in a time step",
                                 positive};
constexpr Parameter initial{"initial", "spark", "Initial data", one_of("spark", "expression")};
constexpr Parameter<List<Real>> center{"center", {0.0, 0.0, 0.0}, "Spark: its center", unit("m")};
constexpr Parameter radius{"radius", 0.15, "Spark: its radius", positive, unit("m")};
constexpr Expression profile{"profile", "0", "Expression: c as a function of x, y, z, r"};
constexpr Expression exact{"exact", "0", "What the derived field error compares c with"};

constexpr Field c{"c", "Progress of the reaction: 0 fresh, 1 burnt"};
constexpr Derived substeps = Derived{"substeps", "Sub-steps of the chemistry at a point"};
constexpr Derived error{"error", "c minus the formula in the parameter exact"};
constexpr Scalar total_substeps{"total_substeps", "Sub-steps of all points", Reduce::sum};

/// k, the length of the step, and how it is divided.
struct Chemistry {
  Real rate, dt, tolerance;
  int most;
  KOKKOS_INLINE_FUNCTION int steps(Real v) const {
    const Real wanted = ceil(abs(rate * v * (1 - v)) * dt / tolerance);
    return wanted < 1 ? 1 : wanted < most ? int(wanted) : most;
  }
  /// Mean rate of c over the step: midpoint rule in each sub-step.
  KOKKOS_INLINE_FUNCTION Real mean_rate(Real v) const {
    const int count = steps(v);
    const Real s = dt / count;
    Real now = v;
    for (int n = 0; n < count; ++n) {
      const Real half = now + 0.5 * s * (rate * now * (1 - now));
      now += s * (rate * half * (1 - half));
    }
    return (now - v) / dt;
  }
};

static Chemistry chemistry_of(const Block& block) {
  return {block[rate], block.dt(), block[tolerance], block[max_substeps]};
}

static void set_spark(Block& block) {
  auto now = block.write(c);
  const auto middle = block[center];
  const Real x = middle[0], y = middle[1], z = middle[2], width = block[radius];
  block.for_each(
      "spark", KOKKOS_LAMBDA(const Point& p) {
        const Real a = p.x() - x, b = p.y() - y, d = p.z() - z;
        now(p) = exp(-((a * a + b * b) + d * d) / (width * width));
      });
}

static void set_expression(Block& block) {
  auto now = block.write(c);
  const auto f = block[profile];
  block.for_each(
      "expression", KOKKOS_LAMBDA(const Point& p) { now(p) = f(p); });
}

static void evolve(Block& block) {
  auto now = block.read(c);
  auto result = block.write(rhs(c));
  const Real d = block[diffusivity];
  const Chemistry chemistry = chemistry_of(block);
  block.for_each(
      "rhs", KOKKOS_LAMBDA(const Point& p) {
        result(p) = d * laplacian(now, p) + chemistry.mean_rate(now(p));
      });
}

static void count_substeps(Block& block) {
  auto now = block.read(c);
  auto count = block.write(substeps);
  const Chemistry chemistry = chemistry_of(block);
  block.for_each(
      "substeps", KOKKOS_LAMBDA(const Point& p) { count(p) = chemistry.steps(now(p)); });
}

static void sum_substeps(Block& block) {
  auto now = block.read(c);
  const Chemistry chemistry = chemistry_of(block);
  block.reduce(total_substeps, [=](const Point& p) { return Real(chemistry.steps(now(p))); });
}

static void compare(Block& block) {
  auto now = block.read(c);
  auto difference = block.write(error);
  const auto f = block[exact];
  block.for_each(
      "error", KOKKOS_LAMBDA(const Point& p) { difference(p) = now(p) - f(p); });
}

/// Of forward Euler for diffusion. The chemistry has steps of its own.
static Real diffusion_limit(const Block& block) {
  Real sum = 0;
  for (int d = 0; d < block.dimensions(); ++d) sum += 2 / (block.spacing(d) * block.spacing(d));
  return 1 / (block[diffusivity] * sum);
}

CARDON_THORN(Flame) {
  thorn.summary("A flame front: sub-steps of chemistry that differ from point to point");
  thorn.parameters(diffusivity, rate, tolerance, max_substeps, initial, center, radius, profile,
                   exact);
  thorn.evolves(c);
  thorn.derives(substeps.no_boundary(), error.no_boundary());
  thorn.scalars(total_substeps);
  thorn.limits_step("diffusion", diffusion_limit);

  thorn.at(Initial, "spark", set_spark).writes(c).when(initial, "spark");
  thorn.at(Initial, "expression", set_expression).writes(c).when(initial, "expression");
  thorn.at(EvolveRhs, "rhs", evolve).reads(c, stencil(1)).writes(rhs(c));
  thorn.at(Analysis, "substeps", count_substeps).reads(c).writes(substeps);
  thorn.at(Analysis, "error", compare).reads(c).writes(error);
  thorn.at(Analysis, "total_substeps", sum_substeps).reads(c).reduces(total_substeps);
}

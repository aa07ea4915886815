// SPDX-License-Identifier: Apache-2.0
// Phases that separate while their volumes stay (J. Rubinstein and P. Sternberg, IMA J. Appl. Math.
// 48, 249-264, 1992):  d/dt u = M (eps^2 laplacian(u) - f(u) + mean of f(u)),  f(u) = u^3 - u
#include <cardon/thorn.hpp>
#include <utility>
using namespace cardon;

constexpr Parameter mobility{"mobility", 1.0, "Mobility M", positive, unit("1/s")};
constexpr Parameter width{"width", 0.02, "Width eps of the interfaces", positive, unit("m")};
constexpr Parameter conservation{
    "conservation", "exact",
    "Mean of f(u): of the running stage (exact), of two steps before (lagged), or left out (none)",
    one_of("exact", "lagged", "none")};
constexpr Parameter initial{"initial", "noise", "Initial data", one_of("noise", "expression")};
constexpr Parameter filling{"filling", -0.2, "Noise: mean of u", above(-1), below(1)};
constexpr Parameter amplitude{"amplitude", 0.1, "Noise: its greatest value", non_negative};
constexpr Expression profile{"profile", "1", "Expression: u as a function of x, y, z, r"};

constexpr Field u{"u", "Order parameter: 1 in one phase, -1 in the other"};
constexpr Scalar pressure = Scalar{"pressure", "Mean of f(u)", Reduce::mean};
constexpr Scalar content{"content", "Integral of u over the grid", Reduce::sum};
constexpr Scalar free_energy{
    "free_energy", "Integral of eps^2 grad(u)^2 / 2 + (u^2 - 1)^2 / 4 over the grid", Reduce::sum};

constexpr int lag = 2;

KOKKOS_INLINE_FUNCTION static Real reaction(Real v) { return (v * v - 1) * v; }

static void set_noise(Block& block) {
  auto now = block.write(u);
  const RandomStream noise = block.random("noise");
  const Real mean = block[filling], size = block[amplitude];
  block.for_each(
      "noise",
      KOKKOS_LAMBDA(const Point& p) { now(p) = mean + size * (2 * noise.uniform(p) - 1); });
}

static void set_expression(Block& block) {
  auto now = block.write(u);
  const auto f = block[profile];
  block.for_each(
      "expression", KOKKOS_LAMBDA(const Point& p) { now(p) = f(p); });
}

static void reduce_pressure(Block& block) {
  auto now = block.read(u);
  block.reduce(pressure, [=](const Point& p) { return reaction(now(p)); });
}

static void evolve(Block& block, Real mean) {
  auto now = block.read(u);
  auto result = block.write(rhs(u));
  const Real m = block[mobility], e2 = block[width] * block[width];
  block.for_each(
      "rhs", KOKKOS_LAMBDA(const Point& p) {
        result(p) = m * ((e2 * laplacian(now, p) - reaction(now(p))) + mean);
      });
}
static void evolve_exact(Block& block) { evolve(block, block.value(pressure)); }
static void evolve_lagged(Block& block) { evolve(block, block.value(lagged(pressure, lag))); }
static void evolve_free(Block& block) { evolve(block, 0); }

static void reduce_content(Block& block) {
  auto now = block.read(u);
  const Real volume = block.cell_volume();
  block.reduce(content, [=](const Point& p) { return volume * now(p); });
}

static void reduce_energy(Block& block) {
  auto now = block.read(u);
  const Real volume = block.cell_volume(), e2 = block[width] * block[width];
  block.reduce(free_energy, [=](const Point& p) {
    const Real x = d1(now, p, X), y = d1(now, p, Y), z = d1(now, p, Z), w = now(p) * now(p) - 1;
    return volume * (0.5 * e2 * ((x * x + y * y) + z * z) + 0.25 * (w * w));
  });
}

/// Of forward Euler: diffusion, and the reaction where |u| is at most 1.
static Real stability_limit(const Block& block) {
  Real sum = 0;
  for (int d = 0; d < block.dimensions(); ++d) sum += 2 / (block.spacing(d) * block.spacing(d));
  return 1 / (block[mobility] * (block[width] * block[width] * sum + 1));
}

// Operations: 12 of the laplacian, 3 of f, 4 more.
static void declare_evolution(ThornBuilder& thorn) {
  const auto at = [&](std::string_view name, TaskFunction function, std::string_view kind) {
    return thorn.at(EvolveRhs, name, function)
        .reads(u, stencil(1))
        .writes(rhs(u))
        .flops(19)
        .when(conservation, kind);
  };
  at("rhs_exact", evolve_exact, "exact").reads(pressure);
  at("rhs_lagged", evolve_lagged, "lagged").reads(lagged(pressure, lag));
  at("rhs_free", evolve_free, "none");
  thorn.at(EvolveRhs, "pressure", reduce_pressure)
      .reads(u)
      .reduces(pressure)
      .when(conservation, "exact");
  for (const auto& [name, kind] :
       {std::pair{"exact_at_start", "exact"}, std::pair{"lagged_at_start", "lagged"}})
    thorn.at(Initial, name, reduce_pressure).reads(u).reduces(pressure).when(conservation, kind);
  thorn.at(PostStep, "last_pressure", reduce_pressure)
      .reads(u)
      .reduces(pressure)
      .when(conservation, "lagged");
  thorn.at(Analysis, "free_pressure", reduce_pressure)
      .reads(u)
      .reduces(pressure)
      .when(conservation, "none");
}

CARDON_THORN(AllenCahn) {
  thorn.summary(
      "Phases that separate while their volumes stay: Allen-Cahn with a global constraint");
  thorn.parameters(mobility, width, conservation, initial, filling, amplitude, profile);
  thorn.evolves(u);
  thorn.scalars(pressure, content, free_energy);
  thorn.limits_step("stability", stability_limit);

  thorn.at(Initial, "noise", set_noise).writes(u).when(initial, "noise");
  thorn.at(Initial, "expression", set_expression).writes(u).when(initial, "expression");
  declare_evolution(thorn);
  thorn.at(Analysis, "content", reduce_content).reads(u).reduces(content);
  thorn.at(Analysis, "energy", reduce_energy).reads(u, stencil(1)).reduces(free_energy);
}

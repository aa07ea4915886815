// SPDX-License-Identifier: Apache-2.0
// Diffusion:  d/dt u = div(kappa grad u), forward Euler in time, second order in space; with white
// noise on request
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter diffusivity{"diffusivity", 1.0,
                                "Diffusivity D; with a variable medium its largest value", positive,
                                unit("m^2/s")};
constexpr Parameter medium{"medium", "uniform",
                           "Uniform: kappa = D; variable: kappa = D times the formula in "
                           "conductance; fluctuating: uniform "
                           "with white noise",
                           one_of("uniform", "variable", "fluctuating")};
constexpr Parameter strength{"strength", 1.0,
                             "Fluctuating medium: S of the noise sqrt(2 S) xi(x, t), in K^2 m^d/s "
                             "in d directions",
                             non_negative};
constexpr Expression conductance{
    "conductance", "1",
    "Variable medium: kappa / D as a function of x, y, z, r, above 0 and up to 1"};
constexpr Parameter initial{"initial", "gaussian", "Initial data",
                            one_of("gaussian", "mode", "expression")};
constexpr Parameter amplitude{"amplitude", 1.0, "Height of gaussian and mode"};
constexpr Parameter width{"width", 0.1, "Gaussian: width", positive, unit("m")};
constexpr Parameter center{"center", Vec3{0.5, 0.5, 0.5}, "Gaussian: centre", unit("m")};
constexpr Parameter wavenumber{"wavenumber", Vec3{1, 0, 0}, "Mode: waves per metre along x, y, z",
                               unit("1/m")};
constexpr Expression profile{"profile", "exp(-(r / width)^2)",
                             "Expression: u as a function of x, y, z, r"};
constexpr Expression exact{"exact", "0", "What the derived field error compares u with"};

constexpr Field u{"u", "Temperature", unit("K")};
constexpr Field kappa = Field{"kappa", "Local diffusivity", unit("m^2/s")}.no_boundary();
constexpr Derived error{"error", "u minus the formula in the parameter exact", unit("K")};
constexpr Scalar content{"content", "Integral of u over the grid", Reduce::sum};
constexpr Scalar misfit{"misfit", "Norm of error at the end of the run: root of its mean square",
                        Reduce::l2, unit("K")};

// Initial data and medium of Diffusion.
namespace {

KOKKOS_INLINE_FUNCTION Real mode(Real waves, Real x) {
  return waves == 0 ? 1 : sin(2 * pi_number * waves * x);
}

}  // namespace

static void set_gaussian(Block& block) {
  auto now = block.write(u);
  const Real a = block[amplitude], s = block[width];
  Vec3 c = block[center];
  for (int d = block.dimensions(); d < 3; ++d) c[d] = 0;
  block.for_each(
      "gaussian", KOKKOS_LAMBDA(const Point& p) { now(p) = a * exp(-p.r2(c) / (s * s)); });
}

static void set_mode(Block& block) {
  auto now = block.write(u);
  const Real a = block[amplitude];
  Vec3 n = block[wavenumber];
  for (int d = block.dimensions(); d < 3; ++d) n[d] = 0;
  block.for_each(
      "mode", KOKKOS_LAMBDA(const Point& p) {
        now(p) = a * mode(n.x, p.x()) * mode(n.y, p.y()) * mode(n.z, p.z());
      });
}

static void set_expression(Block& block) {
  auto now = block.write(u);
  const auto f = block[profile];
  block.for_each(
      "expression", KOKKOS_LAMBDA(const Point& p) { now(p) = f(p); });
}

static void set_medium(Block& block) {
  auto k = block.write(kappa);
  const Real d = block[diffusivity];
  const auto f = block[conductance];
  block.for_each(
      "medium", KOKKOS_LAMBDA(const Point& p) { k(p) = d * f(p); });
}

// The evolution.

static void evolve_uniform(Block& block) {
  auto now = block.read(u);
  auto result = block.write(next(u));
  const Real c = block.dt() * block[diffusivity];
  block.for_each(
      "evolve", KOKKOS_LAMBDA(const Point& p) { result(p) = now(p) + c * laplacian(now, p); });
}

// xi is 1 / sqrt(volume dt) times a normal variate of each point and step (Euler-Maruyama).
static void evolve_fluctuating(Block& block) {
  auto now = block.read(u);
  auto result = block.write(next(u));
  const RandomStream noise = block.random("noise");
  const Real c = block.dt() * block[diffusivity];
  const Real size = sqrt(2 * block[strength] * block.dt() / block.cell_volume());
  block.for_each(
      "evolve", KOKKOS_LAMBDA(const Point& p) {
        result(p) = (now(p) + c * laplacian(now, p)) + size * noise.normal(p);
      });
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

static void measure_misfit(Block& block) {
  auto e = block.read(error);
  block.reduce(misfit, [=](const Point& p) { return e(p); });
}

// Forward Euler is stable up to dt D sum_d 2 / h_d^2 = 1.
static Real stability_limit(const Block& block) {
  Real sum = 0;
  for (int d = 0; d < block.dimensions(); ++d) sum += 2 / (block.spacing(d) * block.spacing(d));
  return 1 / (sum * block[diffusivity]);
}

CARDON_THORN(Diffusion) {
  thorn.summary("Diffusion of heat in a uniform or variable medium");
  thorn.parameters(diffusivity, medium, strength, conductance, initial, amplitude, width, center,
                   wavenumber, profile, exact);
  thorn.evolves(u);
  thorn.auxiliary(kappa);
  thorn.derives(error.no_boundary());
  thorn.scalars(content, misfit);
  thorn.limits_step("stability", stability_limit);

  thorn.at(Initial, "gaussian", set_gaussian).writes(u).when(initial, "gaussian");
  thorn.at(Initial, "mode", set_mode).writes(u).when(initial, "mode");
  thorn.at(Initial, "expression", set_expression).writes(u).when(initial, "expression");
  thorn.at(Initial, "medium", set_medium).writes(kappa).when(medium, "variable");

  // Operations: 12 of the laplacian (2 u once, 2 per direction, 3 weights, 2 sums), factor and sum;
  // with a variable medium 8 per direction, 3 weights, 3 sums.
  thorn.at(Evolve, "evolve_uniform", evolve_uniform)
      .reads(u, stencil(1))
      .writes(next(u))
      .flops(14)
      .when(medium, "uniform");
  thorn.at(Evolve, "evolve_fluctuating", evolve_fluctuating)
      .reads(u, stencil(1))
      .writes(next(u))
      .flops(16)
      .when(medium, "fluctuating");
  thorn.at(Evolve, "evolve_variable", evolve_variable)
      .reads(u, kappa, stencil(1))
      .writes(next(u))
      .flops(30)
      .when(medium, "variable");

  thorn.at(Analysis, "error", compare).reads(u).writes(error);
  thorn.at(Analysis, "content", sum_content).reads(u).reduces(content);
  thorn.at(Terminate, "misfit", measure_misfit).reads(error).reduces(misfit);
}

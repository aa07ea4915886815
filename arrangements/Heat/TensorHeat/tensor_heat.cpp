// SPDX-License-Identifier: Apache-2.0
// Diffusion of a symmetric tensor, six functions at once:  d/dt g_ab = D laplacian g_ab, forward
// Euler in time, second order in space.
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter diffusivity{"diffusivity", 1.0, "Diffusivity D", positive, unit("m^2/s")};
constexpr Parameter amplitude{"amplitude", 1.0, "Height of the initial Gaussian"};
constexpr Parameter width{"width", 0.1, "Width of the initial Gaussian", positive, unit("m")};
constexpr Parameter center{"center", Vec3{0.5, 0.5, 0.5}, "Centre of the initial Gaussian",
                           unit("m")};

constexpr Field g = Field{"g", "Diffusing tensor"}.symmetric_tensor();
constexpr int components = 6;

// Component c is the Gaussian times c + 1.
static void set_gaussian(Block& block) {
  const auto now = block.write_components(g);
  const Real a = block[amplitude], s = block[width];
  Vec3 middle = block[center];
  for (int d = block.dimensions(); d < 3; ++d) middle[d] = 0;
  block.for_each(
      "gaussian", KOKKOS_LAMBDA(const Point& p) {
        const Real value = a * exp(-p.r2(middle) / (s * s));
        for (int c = 0; c < components; ++c) now[c](p) = (c + 1) * value;
      });
}

static void evolve(Block& block) {
  const auto now = block.read_components(g);
  const auto result = block.write_components(g, FieldRef::next_level);
  const Real rate = block.dt() * block[diffusivity];
  block.for_each(
      "evolve", KOKKOS_LAMBDA(const Point& p) {
        for (int c = 0; c < components; ++c) result[c](p) = now[c](p) + rate * laplacian(now[c], p);
      });
}

// Forward Euler is stable up to dt D sum_d 2 / h_d^2 = 1.
static Real stability_limit(const Block& block) {
  Real sum = 0;
  for (int d = 0; d < block.dimensions(); ++d) sum += 2 / (block.spacing(d) * block.spacing(d));
  return 1 / (sum * block[diffusivity]);
}

CARDON_THORN(TensorHeat) {
  thorn.summary("Diffusion of a symmetric tensor: six functions that are exchanged every step");
  thorn.parameters(diffusivity, amplitude, width, center);
  thorn.evolves(g);
  thorn.limits_step("stability", stability_limit);
  thorn.at(Initial, "gaussian", set_gaussian).writes(g);
  // Operations: 14 per component, see Diffusion.
  thorn.at(Evolve, "evolve", evolve).reads(g, stencil(1)).writes(next(g)).flops(14 * components);
}

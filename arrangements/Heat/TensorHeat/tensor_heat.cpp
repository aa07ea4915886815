// SPDX-License-Identifier: Apache-2.0
// Diffusion of a symmetric tensor, six functions at once:  d/dt g_ab = D laplacian g_ab, forward
// Euler in time, second order in space.
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter diffusivity{"diffusivity", 1.0, "Diffusivity D", positive, unit("m^2/s")};
constexpr Parameter amplitude{"amplitude", 1.0, "Height of the initial Gaussian"};
constexpr Parameter width{"width", 0.1, "Width of the initial Gaussian", positive, unit("m")};
constexpr Parameter centre{"centre", Vec3{0.5, 0.5, 0.5}, "Centre of the initial Gaussian",
                           unit("m"), formerly("center")};

constexpr Evolved g = Evolved{"g", "Diffusing tensor"}.symmetric_tensor();
constexpr int components = 6;

namespace {

// Component c is the Gaussian times c + 1.
KOKKOS_FUNCTION void gaussian(Point p, Write<g> now, Value<amplitude> a, Value<width> s,
                              Within<centre> middle) {
  const Real value = a * exp(-p.r2(middle) / (s * s));
  for (int c = 0; c < components; ++c) now[c](p) = (c + 1) * value;
}

KOKKOS_FUNCTION void evolve(Point p, Read<g, 1> now, Write<next<g>> result, Value<diffusivity> d,
                            GridView grid) {
  const Real rate = grid.dt * d;
  for (int c = 0; c < components; ++c) result[c](p) = now[c](p) + rate * laplacian(now[c], p);
}

}  // namespace

CARDON_THORN(TensorHeat) {
  thorn.summary("Diffusion of a symmetric tensor: six functions that are exchanged every step");
  thorn.limits_step<diffusive<diffusivity>>("stability");
  thorn.at<gaussian>(Initial);
  // Operations: 14 per component, see Diffusion.
  thorn.at<evolve>(Evolve).flops(14 * components);
}

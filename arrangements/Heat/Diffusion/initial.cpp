// SPDX-License-Identifier: Apache-2.0
// Initial data and medium of Diffusion.
#include "diffusion.hpp"

namespace diffusion {
namespace {

KOKKOS_INLINE_FUNCTION Real mode(Real waves, Real x) {
  return waves == 0 ? 1 : sin(2 * pi_number * waves * x);
}

}  // namespace

void set_gaussian(Block& block) {
  auto now = block.write(u);
  const Real a = block[amplitude], s = block[width];
  Vec3 c = block[center];
  for (int d = block.dimensions(); d < 3; ++d) c[d] = 0;
  block.for_each(
      "gaussian", KOKKOS_LAMBDA(const Point& p) { now(p) = a * exp(-p.r2(c) / (s * s)); });
}

void set_mode(Block& block) {
  auto now = block.write(u);
  const Real a = block[amplitude];
  Vec3 n = block[wavenumber];
  for (int d = block.dimensions(); d < 3; ++d) n[d] = 0;
  block.for_each(
      "mode", KOKKOS_LAMBDA(const Point& p) {
        now(p) = a * mode(n.x, p.x()) * mode(n.y, p.y()) * mode(n.z, p.z());
      });
}

void set_expression(Block& block) {
  auto now = block.write(u);
  const auto f = block[profile];
  block.for_each(
      "expression", KOKKOS_LAMBDA(const Point& p) { now(p) = f(p); });
}

void set_medium(Block& block) {
  auto k = block.write(kappa);
  const Real d = block[diffusivity];
  const auto f = block[conductance];
  block.for_each(
      "medium", KOKKOS_LAMBDA(const Point& p) { k(p) = d * f(p); });
}

}  // namespace diffusion

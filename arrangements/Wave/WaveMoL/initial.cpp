// SPDX-License-Identifier: Apache-2.0
// Initial data of WaveMoL.
#include "wavemol.hpp"

namespace wavemol {
namespace {

/// Without the components that the grid does not have.
Vec3 in_grid(const Block& block, Vec3 v) {
  for (int d = block.dimensions(); d < 3; ++d) v[d] = 0;
  return v;
}

Vec3 wave_vector(const Block& block) {
  Vec3 k = in_grid(block, block[wavenumber]);
  for (int d = 0; d < 3; ++d) k[d] *= 2 * pi_number;
  return k;
}

KOKKOS_INLINE_FUNCTION Real mode(Real k, Real x) { return k == 0 ? 1 : sin(k * x); }

}  // namespace

void set_gaussian(Block& block) {
  auto u = block.write(phi), v = block.write(pi);
  const Real a = block[amplitude], r0 = block[radius], s = block[width];
  const Vec3 c = in_grid(block, block[center]);
  block.for_each(
      "gaussian", KOKKOS_LAMBDA(const Point& p) {
        const Real x = (sqrt(p.r2(c)) - r0) / s;
        u(p) = a * exp(-x * x);
        v(p) = 0;
      });
}

void set_plane(Block& block) {
  auto u = block.write(phi), v = block.write(pi);
  const Vec3 k = wave_vector(block);
  const Real a = block[amplitude], omega = block[speed] * sqrt(k.x * k.x + k.y * k.y + k.z * k.z);
  const Real turned = omega * block.time();
  block.for_each(
      "plane", KOKKOS_LAMBDA(const Point& p) {
        const Real phase = ((k.x * p.x() + k.y * p.y()) + k.z * p.z()) - turned;
        u(p) = a * cos(phase);
        v(p) = a * omega * sin(phase);
      });
}

void set_standing(Block& block) {
  auto u = block.write(phi), v = block.write(pi);
  const Vec3 k = wave_vector(block);
  const Real omega = block[speed] * sqrt(k.x * k.x + k.y * k.y + k.z * k.z);
  const Real a = block[amplitude] * cos(omega * block.time());
  const Real b = -block[amplitude] * omega * sin(omega * block.time());
  block.for_each(
      "standing", KOKKOS_LAMBDA(const Point& p) {
        const Real m = mode(k.x, p.x()) * mode(k.y, p.y()) * mode(k.z, p.z());
        u(p) = a * m;
        v(p) = b * m;
      });
}

void set_expression(Block& block) {
  auto u = block.write(phi), v = block.write(pi);
  const auto f = block[profile], g = block[rate];
  block.for_each(
      "expression", KOKKOS_LAMBDA(const Point& p) {
        u(p) = f(p);
        v(p) = g(p);
      });
}

}  // namespace wavemol

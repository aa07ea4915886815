// SPDX-License-Identifier: Apache-2.0
// Dissipation, the sponge, and the constraints between components that differences do not keep.
#include "readers.hpp"
#include "tasks.hpp"

namespace cardon::einstein {
namespace {

/// All that is evolved.
constexpr Field fields[] = {chi, K, theta, alpha, g, A, gamma, beta, B};

int components(const Field& field) {
  return field.tensor == Tensor::scalar ? 1 : field.tensor == Tensor::vector ? 3 : 6;
}

/// The value of a component in flat space.
Real flat_value(const Field& field, int component) {
  if (field.name == g.name) return component == 0 || component == 3 || component == 5 ? 1 : 0;
  return field.name == chi.name || field.name == alpha.name ? 1 : 0;
}

}  // namespace

template <int n>
void dissipation_task(Block& block) {
  const auto d = differences<n>(block);
  const Real strength = block[dissipation];
  for (const Field& field : fields) {
    const auto u = block.read_components(field);
    const auto du = block.write_components(field, FieldRef::rhs_level);
    for (int q = 0; q < components(field); ++q) {
      const auto from = u[q];
      const auto to = du[q];
      block.for_each(
          "dissipation",
          KOKKOS_LAMBDA(const Point& p) { to(p) = to(p) + strength * d.dissipation(from, p); });
    }
  }
}

template void dissipation_task<2>(Block&);
template void dissipation_task<4>(Block&);

// d_t u = ... - rate s^2 (u - flat), s = 0 up to the radius and 1 from radius + width on.
void sponge_task(Block& block) {
  const Real rate = block[sponge_rate], radius = block[sponge_radius];
  const Real inverse_width = 1 / block[sponge_width];
  const Vec3 c = block[center];
  for (const Field& field : fields) {
    const auto u = block.read_components(field);
    const auto du = block.write_components(field, FieldRef::rhs_level);
    for (int q = 0; q < components(field); ++q) {
      const auto from = u[q];
      const auto to = du[q];
      const Real flat = flat_value(field, q);
      block.for_each(
          "sponge", KOKKOS_LAMBDA(const Point& p) {
            const Real depth = inverse_width * (sqrt(p.r2(c)) - radius);
            const Real s = depth < 0 ? 0 : depth > 1 ? 1 : depth;
            to(p) = to(p) - (rate * (s * s)) * (from(p) - flat);
          });
    }
  }
}

void enforce_task(Block& block) {
  const auto metric = block.write_components(g), curvature = block.write_components(A);
  block.for_each(
      "enforce", KOKKOS_LAMBDA(const Point& p) {
        Symmetric<Real> m, a;
        for (int q = 0; q < 6; ++q) {
          m.c[q] = metric[q](p);
          a.c[q] = curvature[q](p);
        }
        const Real factor = 1 / std::cbrt(determinant(m));
        for (Real& c : m.c) c *= factor;
        const Real third = (1.0 / 3) * contract(inverse(m), a);
        for (int q = 0; q < 6; ++q) {
          metric[q](p) = m.c[q];
          curvature[q](p) = a.c[q] - third * m.c[q];
        }
      });
}

}  // namespace cardon::einstein

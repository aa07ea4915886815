// SPDX-License-Identifier: Apache-2.0
// Dissipation, and the constraints between components that differences do not keep.
#include "readers.hpp"
#include "tasks.hpp"

namespace cardon::einstein {

template <int n>
void dissipation_task(Block& block) {
  const auto d = differences<n>(block);
  const Real strength = block[dissipation];
  for (const Field& field : {chi, K, theta, alpha, g, A, gamma, beta, B}) {
    const auto u = block.read_components(field);
    const auto du = block.write_components(field, FieldRef::rhs_level);
    const int count = field.tensor == Tensor::scalar ? 1 : field.tensor == Tensor::vector ? 3 : 6;
    for (int q = 0; q < count; ++q) {
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

// SPDX-License-Identifier: Apache-2.0
// Upwinding, dissipation, the sponge, and the constraints between components that differences do
// not keep.
#include "enforcement.hpp"
#include "operations.hpp"
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

/// Calls action(reader, writer of the right-hand side) for each component of each field.
template <class Action>
void for_each_component(const Block& block, const Action& action) {
  for (const Field& field : fields) {
    const auto u = block.read_components(field);
    const auto du = block.write_components(field, FieldRef::rhs_level);
    for (int q = 0; q < components(field); ++q) action(u[q], du[q]);
  }
}

/// The right-hand sides have beta^k d_k u with centred differences; this makes them upwinded.
template <int n>
struct UpwindingKernel {
  Differences<n> d;
  FieldReader beta[3];
  FieldReader u;
  FieldWriter du;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(const Point& p) const {
    du(p) = du(p) + d.upwinding(u, p, read_vector(beta, p));
  }
};

template <int n>
struct DissipationKernel {
  Differences<n> d;
  Real strength;
  FieldReader u;
  FieldWriter du;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(const Point& p) const {
    du(p) = du(p) + strength * d.dissipation(u, p);
  }
};

/// d_t u = ... - rate s^2 (u - flat); s grows with r^2 from 0 at the radius to 1 at radius + width.
struct SpongeKernel {
  FieldReader u[variables];
  FieldWriter du[variables];
  Real flat[variables];
  Vec3 center;
  Real rate, radius2, inverse;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(const Point& p) const {
    const Real depth = inverse * (p.r2(center) - radius2);
    const Real s = depth < 0 ? 0 : depth > 1 ? 1 : depth;
    const Real strength = rate * (s * s);
#pragma GCC unroll 25
    for (int n = 0; n < variables; ++n) du[n](p) = du[n](p) - strength * (u[n](p) - flat[n]);
  }
};

}  // namespace

template <int n>
void upwinding_task(Block& block) {
  const auto d = differences<n>(block);
  FieldReader shift[3];
  take(shift, block.read_components(beta));
  for_each_component(block, [&](const FieldReader& from, const FieldWriter& to) {
    block.for_each("upwinding", UpwindingKernel<n>{d, {shift[0], shift[1], shift[2]}, from, to});
  });
}

template <int n>
void dissipation_task(Block& block) {
  const auto d = differences<n>(block);
  const Real strength = block[dissipation] * block[fastest];  // as the step divides by it
  for_each_component(block, [&](const FieldReader& from, const FieldWriter& to) {
    block.for_each("dissipation", DissipationKernel<n>{d, strength, from, to});
  });
}

template void upwinding_task<2>(Block&);
template void upwinding_task<4>(Block&);
template void upwinding_task<6>(Block&);
template void upwinding_task<8>(Block&);
template void dissipation_task<2>(Block&);
template void dissipation_task<4>(Block&);
template void dissipation_task<6>(Block&);
template void dissipation_task<8>(Block&);

void sponge_task(Block& block) {
  const Real inner = block[sponge_radius], outer = inner + block[sponge_width];
  SpongeKernel kernel{{},
                      {},
                      {},
                      block[center],
                      block[sponge_rate],
                      inner * inner,
                      1 / (outer * outer - inner * inner)};
  int n = 0;
  for_each_component(block, [&](const FieldReader& from, const FieldWriter& to) {
    kernel.u[n] = from;
    kernel.du[n++] = to;
  });
  n = 0;
  for (const Field& field : fields)
    for (int q = 0; q < components(field); ++q) kernel.flat[n++] = flat_value(field, q);
  block.for_each("sponge", kernel);
}

void enforce_task(Block& block) {
  const auto factor = block.read(chi);
  const auto metric = block.write_components(g), curvature = block.write_components(A);
  block.for_each(
      "enforce", KOKKOS_LAMBDA(const Point& p) {
        ConformalPart c;
        for (int q = 0; q < 6; ++q) {
          c.metric.c[q] = metric[q](p);
          c.curvature.c[q] = curvature[q](p);
        }
        c = enforced(c, factor(p));
        for (int q = 0; q < 6; ++q) {
          metric[q](p) = c.metric.c[q];
          curvature[q](p) = c.curvature.c[q];
        }
      });
}

}  // namespace cardon::einstein

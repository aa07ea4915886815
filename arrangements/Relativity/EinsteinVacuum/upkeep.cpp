// SPDX-License-Identifier: Apache-2.0
// Upwinding, the sponge, and the constraints between components that differences do
// not keep.
#include "differences.hpp"
#include "enforcement.hpp"
#include "evolved_fields.hpp"
#include "operations.hpp"
#include "parameters.hpp"
#include "state.hpp"
#include "tasks.hpp"

namespace cardon::einstein {
namespace {

/// What is added to.
struct Rates {
  Update<rhs<einstein::chi>> chi;
  Update<rhs<einstein::K>> K;
  Update<rhs<einstein::theta>> theta;
  Update<rhs<einstein::alpha>> alpha;
  Update<rhs<einstein::g>> g;
  Update<rhs<einstein::A>> A;
  Update<rhs<einstein::gamma>> gamma;
  Update<rhs<einstein::beta>> beta;
  Update<rhs<einstein::B>> B;
};

/// Calls action(reader, writer of the right-hand side, value in flat space) for each component.
template <int radius, class Action>
KOKKOS_FORCEINLINE_FUNCTION void for_each_component(const EvolvedFields<radius>& u, const Rates& du,
                                                    const Action& action) {
  using From = Reach<radius, radius, radius>;
  const auto one = [&](const From& from, const FieldWriter& to, Real flat) {
    action(from, to, flat);
  };
  one(u.chi, du.chi, 1);
  one(u.K, du.K, 0);
  one(u.theta, du.theta, 0);
  one(u.alpha, du.alpha, 1);
#pragma GCC unroll 6
  for (int q = 0; q < 6; ++q) one(u.g[q], du.g[q], q == 0 || q == 3 || q == 5 ? 1 : 0);
#pragma GCC unroll 6
  for (int q = 0; q < 6; ++q) one(u.A[q], du.A[q], 0);
#pragma GCC unroll 6
  for (int k = 0; k < 3; ++k) one(u.gamma[k], du.gamma[k], 0);
#pragma GCC unroll 6
  for (int k = 0; k < 3; ++k) one(u.beta[k], du.beta[k], 0);
#pragma GCC unroll 6
  for (int k = 0; k < 3; ++k) one(u.B[k], du.B[k], 0);
}

/// The right-hand sides have beta^k d_k u with centred differences; this makes them upwinded.
template <int n>
struct UpwindingKernel {
  Differences<n> d;
  template <class Shift, class R>
  KOKKOS_FORCEINLINE_FUNCTION void operator()(const Point& p, const Shift& beta, const R& u,
                                              const FieldWriter& du) const {
    du(p) = du(p) + d.upwinding(u, p, read_vector(beta, p));
  }
};

template <int n>
void upwinding(Points points, const EvolvedFields<n / 2 + 1>& u, const Rates& du,
               Differences<n> d) {
  for_each_component(u, du, [&](const auto& from, const FieldWriter& to, Real) {
    points.each(UpwindingKernel<n>{d}, u.beta, from, to);
  });
}

/// s grows with r^2 from 0 at the radius to 1 at radius + width.
struct Sponge {
  Vec3 centre;
  Real rate, radius2, inverse;
  static Sponge prepare(Value<sponge_radius> inner, Value<sponge_width> width,
                        Value<sponge_rate> rate, Value<einstein::centre> centre) {
    const Real outer = inner + width;
    return {centre, rate, inner * inner, 1 / (outer * outer - inner * inner)};
  }
};

/// d_t u = ... - rate s^2 (u - flat)
KOKKOS_FORCEINLINE_FUNCTION void absorb(const Point& p, const EvolvedFields<0>& u, const Rates& du,
                                        const Sponge& sponge) {
  const Real depth = sponge.inverse * (p.r2(sponge.centre) - sponge.radius2);
  const Real s = depth < 0 ? 0 : depth > 1 ? 1 : depth;
  const Real strength = sponge.rate * (s * s);
  for_each_component(
      u,
      du, [&](const auto& from, const FieldWriter& to, Real flat) __attribute__((always_inline)) {
        to(p) = to(p) - strength * (from(p) - flat);
      });
}

KOKKOS_FORCEINLINE_FUNCTION void enforce(const Point& p, const Read<chi>& factor,
                                         const Update<g>& metric, const Update<A>& curvature) {
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
}

template <int n>
void declare_upkeep(ThornBuilder& thorn) {
  thorn.at<upwinding<n>>(EvolveRhs, n).flops(upwinding_operations<n>).when(order, n).when(upwind);
}

}  // namespace

void declare_upkeep(ThornBuilder& thorn) {
  declare_upkeep<2>(thorn);
  declare_upkeep<4>(thorn);
  declare_upkeep<6>(thorn);
  declare_upkeep<8>(thorn);
  // Five of the variables are 1 in flat space, and others 0, which is not subtracted.
  TaskBuilder task =
      thorn.at<absorb>(EvolveRhs, "sponge").flops(2 * variables + 5 + 11).when(sponge);
  for (const std::string_view earlier :
       {"upwinding_2", "upwinding_4", "upwinding_6", "upwinding_8"})
    task.after(earlier);
  thorn.at<enforce>(PostStep);
}

}  // namespace cardon::einstein

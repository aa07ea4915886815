// SPDX-License-Identifier: Apache-2.0
// Constraints and Weyl scalars. They are for outputs: clarity comes before speed here.
#include "fields.hpp"
#include "parameters.hpp"
#include "tasks.hpp"
#include "weyl.hpp"

namespace cardon::einstein {
namespace {

/// R + 2/3 K^2 - A_ij A^ij
template <class R>
KOKKOS_FUNCTION Real hamiltonian(const R& u, const Point& p, const Slice<Real>& s) {
  const Symmetric<Real> A = read_symmetric(u.A, p);
  const Real trace = u.K(p);
  return (s.scalar + (2.0 / 3) * (trace * trace)) - contract(raise(s.m.inverse_g, A), A);
}

/// D^j A_ij - 3/2 A_i^j d_j chi / chi - 2/3 d_i K with the conformal connection
template <int n, class R>
KOKKOS_FUNCTION Vector<Real> momentum(const Differences<n>& d, const R& u, const Point& p,
                                      const Slice<Real>& s) {
  const CurvatureGradient<Real> dA = curvature_gradient(d, u.A, p, s.m);
  const Vector<Real> dK = d.first(u.K, p);
  const Vector<Real> gradient = times(read_symmetric(u.A, p), times(s.m.inverse_g, s.f.d));
  Vector<Real> result;
  for (int i = 0; i < 3; ++i) {
    Real sum = 0;
    for (int k = 0; k < 3; ++k)
      for (int j = 0; j < 3; ++j) sum += s.m.inverse_g(k, j) * dA.d[k](i, j);
    result[i] = (sum - 1.5 * (s.f.inverse_chi * gradient[i])) - (2.0 / 3) * dK[i];
  }
  return result;
}

template <int r>
struct GeometryTerms {
  Read<einstein::chi, r> chi;
  Read<einstein::K, r> K;
  Read<einstein::g, r> g;
  Read<einstein::A, r> A;
};

template <int n>
KOKKOS_FUNCTION void constraints(const Point& p, const GeometryTerms<n / 2>& u, Write<ham> h,
                                 Write<mom> m, const Differences<n>& d) {
  const Slice<Real> s = slice(d, u, p);
  h(p) = hamiltonian(u, p, s);
  const Vector<Real> violation = momentum(d, u, p, s);
  for (int i = 0; i < 3; ++i) m[i](p) = violation[i];
}

/// A curl does without the derivative of A_xx along x.
template <int r>
struct WeylTerms {
  Read<einstein::chi, r> chi;
  Read<einstein::K> K;
  Read<einstein::g, r> g;
  ReadEach<einstein::A, stencil(0, r, r), stencil(r), stencil(r), stencil(r, 0, r), stencil(r),
           stencil(r, r, 0)>
      A;
};

template <int n>
KOKKOS_FUNCTION void weyl(const Point& p, const WeylTerms<n / 2>& u, Write<psi4_re> re,
                          Write<psi4_im> im, const Differences<n>& d, Value<centre> c) {
  const Vec3 value = psi4(d, u, p, Vector<Real>{{p.x() - c.x, p.y() - c.y, p.z() - c.z}});
  re(p) = value.x;
  im(p) = value.y;
}

template <int n>
KOKKOS_FUNCTION void connection(const Point& p, const Read<g, n / 2>& metric,
                                const Write<gamma>& of, const Differences<n>& d) {
  const Geometry<Real> m = geometry(d, metric, p);
  for (int k = 0; k < 3; ++k) of[k](p) = m.contracted[k];
}

KOKKOS_FUNCTION void algebra(const Point& p, const Read<g>& metric, const Read<A>& curvature,
                             Write<det_error> of_g, Write<trace_error> of_A) {
  const Symmetric<Real> at = read_symmetric(metric, p);
  of_g(p) = determinant(at) - 1;
  of_A(p) = contract(inverse(at), read_symmetric(curvature, p));
}

template <int n>
void declare_order(ThornBuilder& thorn) {
  thorn.at<connection<n>>(Initial, "gamma_" + std::to_string(n)).when(order, n);
  thorn.at<constraints<n>>(Analysis, n).when(order, n);
  thorn.at<weyl<n>>(Analysis, n).when(order, n);
}

}  // namespace

void declare_analysis(ThornBuilder& thorn) {
  declare_order<2>(thorn);
  declare_order<4>(thorn);
  declare_order<6>(thorn);
  declare_order<8>(thorn);
  thorn.at<algebra>(Analysis);
}

}  // namespace cardon::einstein

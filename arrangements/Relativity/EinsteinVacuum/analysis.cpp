// SPDX-License-Identifier: Apache-2.0
// Constraints and Weyl scalars. They are for outputs: clarity comes before speed here.
#include "readers.hpp"
#include "tasks.hpp"
#include "weyl.hpp"

namespace cardon::einstein {
namespace {

/// R + 2/3 K^2 - A_ij A^ij
template <int n>
Real hamiltonian(const State<FieldReader>& u, const Point& p, const Slice<Real>& s) {
  const Symmetric<Real> A = read_symmetric(u.A, p);
  const Real trace = u.K(p);
  return (s.scalar + (2.0 / 3) * (trace * trace)) - contract(raise(s.m.inverse_g, A), A);
}

/// D^j A_ij - 3/2 A_i^j d_j chi / chi - 2/3 d_i K with the conformal connection
template <int n>
Vector<Real> momentum(const Differences<n>& d, const State<FieldReader>& u, const Point& p,
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

}  // namespace

template <int n>
void constraints_task(Block& block) {
  State<FieldReader> u;
  take_geometry(block, u);
  const auto d = differences<n>(block);
  const auto h = block.write(ham);
  const auto m = block.write_components(mom);
  block.for_each(
      "constraints", KOKKOS_LAMBDA(const Point& p) {
        const Slice<Real> s = slice(d, u, p);
        h(p) = hamiltonian<n>(u, p, s);
        const Vector<Real> violation = momentum(d, u, p, s);
        for (int i = 0; i < 3; ++i) m[i](p) = violation[i];
      });
}

template <int n>
void weyl_task(Block& block) {
  State<FieldReader> u;
  take_geometry(block, u);
  const auto d = differences<n>(block);
  const auto re = block.write(psi4_re), im = block.write(psi4_im);
  Vec3 c = block[center];
  block.for_each(
      "weyl", KOKKOS_LAMBDA(const Point& p) {
        const Vec3 value = psi4(d, u, p, Vector<Real>{{p.x() - c.x, p.y() - c.y, p.z() - c.z}});
        re(p) = value.x;
        im(p) = value.y;
      });
}

template <int n>
void set_gamma(Block& block) {
  State<FieldReader> u;
  take(u.g, block.read_components(g));
  const auto d = differences<n>(block);
  const auto connection = block.write_components(gamma);
  block.for_each(
      "gamma", KOKKOS_LAMBDA(const Point& p) {
        const Geometry<Real> m = geometry(d, u.g, p);
        for (int k = 0; k < 3; ++k) connection[k](p) = m.contracted[k];
      });
}

void algebra_task(Block& block) {
  State<FieldReader> u;
  take(u.g, block.read_components(g));
  take(u.A, block.read_components(A));
  const auto of_g = block.write(det_error), of_A = block.write(trace_error);
  block.for_each(
      "algebra", KOKKOS_LAMBDA(const Point& p) {
        const Symmetric<Real> metric = read_symmetric(u.g, p);
        of_g(p) = determinant(metric) - 1;
        of_A(p) = contract(inverse(metric), read_symmetric(u.A, p));
      });
}

template void constraints_task<2>(Block&);
template void constraints_task<4>(Block&);
template void constraints_task<6>(Block&);
template void constraints_task<8>(Block&);
template void weyl_task<2>(Block&);
template void weyl_task<4>(Block&);
template void weyl_task<6>(Block&);
template void weyl_task<8>(Block&);
template void set_gamma<2>(Block&);
template void set_gamma<4>(Block&);
template void set_gamma<6>(Block&);
template void set_gamma<8>(Block&);

}  // namespace cardon::einstein

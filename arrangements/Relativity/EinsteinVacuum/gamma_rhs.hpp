// SPDX-License-Identifier: Apache-2.0
// Time derivatives of Gamma^i, and of the shift with its driver.
#pragma once
#include "curvature_rhs.hpp"

namespace cardon::einstein {

/// g^jk d_j d_k beta^i + 1/3 g^ij d_j d_k beta^k
template <int n, class R, class T>
KOKKOS_FORCEINLINE_FUNCTION Vector<T> shift_laplacian(const Differences<n>& d, const R& beta,
                                                      const Point& p,
                                                      const Symmetric<T>& inverse_g) {
  const Symmetric<T> dd[3] = {d.second(beta[0], p), d.second(beta[1], p), d.second(beta[2], p)};
  Vector<T> laplacian, gradient;
#pragma GCC unroll 6
  for (int k = 0; k < 3; ++k) {
    laplacian[k] = contract(inverse_g, dd[k]);
    gradient[k] = (dd[0](k, 0) + dd[1](k, 1)) + dd[2](k, 2);
  }
  const Vector<T> raised = times(inverse_g, gradient);
#pragma GCC unroll 6
  for (int i = 0; i < 3; ++i) laplacian[i] = laplacian[i] + (1.0 / 3) * raised[i];
  return laplacian;
}

/// First derivatives of scalars in the equation for Gamma^i.
template <class T>
struct Gradients {
  Vector<T> alpha, chi, K, theta;
};

/// 2 alpha Gamma^i_jk A^jk - A^ij (2 d_j alpha + 3 alpha d_j chi / chi)
/// - g^ij (4/3 alpha d_j K - 2 z4 (alpha d_j Theta - Theta d_j alpha))
template <class R, class T>
KOKKOS_FORCEINLINE_FUNCTION Vector<T> gamma_sources(const Constants& c, const R& u, const Point& p,
                                                    const Geometry<T>& m,
                                                    const Gradients<T>& grad) {
  const T alpha = u.alpha(p), theta = u.theta(p), ratio = (3 * alpha) / u.chi(p);
  const Symmetric<T> A = raise(m.inverse_g, read_symmetric(u.A, p));
  Vector<T> with_A, with_g;
#pragma GCC unroll 6
  for (int j = 0; j < 3; ++j) {
    with_A[j] = 2 * grad.alpha[j] + ratio * grad.chi[j];
    with_g[j] = (4.0 / 3) * (alpha * grad.K[j]) -
                (2 * c.z4) * (alpha * grad.theta[j] - theta * grad.alpha[j]);
  }
  const Vector<T> a = times(A, with_A), g = times(m.inverse_g, with_g);
  Vector<T> sum;
#pragma GCC unroll 6
  for (int i = 0; i < 3; ++i) sum[i] = (2 * alpha) * contract(A, m.up[i]) - (a[i] + g[i]);
  return sum;
}

/// d_t Gamma^i without advection (Alic et al., Phys. Rev. D 85, 064040, 2012, equation 22).
template <int n, class R, class T>
KOKKOS_FORCEINLINE_FUNCTION Vector<T> gamma_rate(const Differences<n>& d, const Constants& c,
                                                 const R& u, const Point& p, const Geometry<T>& m,
                                                 const Gradients<T>& grad,
                                                 const ShiftGradient<T>& shift) {
  const Vector<T> sources = gamma_sources(c, u, p, m, grad);
  const Vector<T> laplacian = shift_laplacian(d, u.beta, p, m.inverse_g);
  const T alpha = u.alpha(p), stretch = (2.0 / 3) * shift.divergence;
  const T damping = (2 * c.z4) * (alpha * ((2.0 / 3) * u.K(p) + c.kappa1));
  Vector<T> z, gamma, rate;
#pragma GCC unroll 6
  for (int k = 0; k < 3; ++k) {
    z[k] = 0.5 * (u.gamma[k](p) - m.contracted[k]);
    gamma[k] = m.contracted[k] + (2 * c.z4 * c.kappa3) * z[k];
  }
#pragma GCC unroll 6
  for (int i = 0; i < 3; ++i)
    rate[i] = ((sources[i] + laplacian[i]) + (stretch * gamma[i] - dot(gamma, shift.d[i]))) -
              damping * z[i];
  return rate;
}

/// d_t Gamma^i = rate + beta^k d_k Gamma^i
/// d_t beta^i = beta^k d_k beta^i + driver B^i
///              + harmonic alpha (alpha (chi Gamma^i + g^ij d_j chi / 2) - chi g^ij d_j alpha)
/// d_t B^i = beta^k d_k B^i + drives (rate - damping B^i)
template <int n, class R, class W>
KOKKOS_FORCEINLINE_FUNCTION void gamma_rhs(const Differences<n>& d, const Constants& c, const R& u,
                                           const W& rhs, const Point& p) {
  using T = ValueOf<R>;
  const Geometry<T> m = geometry(d, u.g, p);
  const Gradients<T> grad{d.first(u.alpha, p), d.first(u.chi, p), d.first(u.K, p),
                          d.first(u.theta, p)};
  const ShiftGradient<T> shift = shift_gradient(d, u.beta, p);
  const Vector<T> rate = gamma_rate(d, c, u, p, m, grad, shift), beta = read_vector(u.beta, p);
  const T alpha = u.alpha(p), chi = u.chi(p);
  Vector<T> lower;
#pragma GCC unroll 6
  for (int j = 0; j < 3; ++j) lower[j] = 0.5 * (alpha * grad.chi[j]) - chi * grad.alpha[j];
  const Vector<T> slope = times(m.inverse_g, lower);
#pragma GCC unroll 6
  for (int i = 0; i < 3; ++i) {
    const T B = u.B[i](p), harmonic = alpha * ((alpha * chi) * u.gamma[i](p) + slope[i]);
    rhs.gamma[i](p) = rate[i] + dot(beta, d.first(u.gamma[i], p));
    rhs.beta[i](p) = dot(beta, shift.d[i]) + (c.driver * B + c.harmonic * harmonic);
    rhs.B[i](p) = dot(beta, d.first(u.B[i], p)) + c.drives * (rate[i] - c.damping * B);
  }
}

}  // namespace cardon::einstein

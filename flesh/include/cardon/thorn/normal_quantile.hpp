// SPDX-License-Identifier: Apache-2.0
// The normal distribution in sums, products, quotients and square roots alone, which every machine
// rounds alike: libraries' logarithms differ in the last bit, and so do their vector versions.
#pragma once
#include <Kokkos_Macros.hpp>
#include <cardon/thorn/types.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace cardon::detail {

/// The natural logarithm of a normal number above 0, to 1 unit in the last place (e_log.c of
/// FreeBSD's msun, Sun Microsystems 1993).
KOKKOS_INLINE_FUNCTION Real exact_log(Real x) {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  bits += std::uint64_t{0x3ff00000 - 0x3fe6a09e} << 32;
  const Real k = Real(int(bits >> 52) - 0x3ff);
  bits = (bits & 0x000fffffffffffff) + (std::uint64_t{0x3fe6a09e} << 32);
  std::memcpy(&x, &bits, sizeof bits);  // from sqrt(1/2) to sqrt(2)
  const Real f = x - 1, half = 0.5 * f * f, s = f / (2 + f), z = s * s, w = z * z;
  const Real even = w * (3.999999999940941908e-01 +
                         w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
  const Real odd = z * (6.666666666666735130e-01 +
                        w * (2.857142874366239149e-01 +
                             w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
  return s * (half + (even + odd)) + k * 1.90821492927058770002e-10 - half + f +
         k * 6.93147180369123816490e-01;
}

/// a[0] + a[1] r + ... + a[7] r^7
KOKKOS_INLINE_FUNCTION Real polynomial(const Real (&a)[8], Real r) {
  Real sum = a[7];
  for (int n = 6; n >= 0; --n) sum = sum * r + a[n];
  return sum;
}

KOKKOS_INLINE_FUNCTION Real central_quantile(Real q) {
  constexpr Real a[8] = {3.387132872796366608,  133.14166789178437745, 1971.5909503065514427,
                         13731.693765509461125, 45921.953931549871457, 67265.770927008700853,
                         33430.575583588128105, 2509.0809287301226727};
  constexpr Real b[8] = {1.,
                         42.313330701600911252,
                         687.1870074920579083,
                         5394.1960214247511077,
                         21213.794301586595867,
                         39307.89580009271061,
                         28729.085735721942674,
                         5226.495278852545925};
  const Real r = 0.180625 - q * q;
  return q * (polynomial(a, r) / polynomial(b, r));
}

/// Quantile in the near tail, for r = sqrt(-log(p)) - 1.6.
KOKKOS_INLINE_FUNCTION Real near_tail_quantile(Real r) {
  constexpr Real a[8] = {1.42343711074968357734,  4.6303378461565452959,   5.7694972214606914055,
                         3.64784832476320460504,  1.27045825245236838258,  .24178072517745061177,
                         .0227238449892691845833, 7.7454501427834140764e-4};
  constexpr Real b[8] = {1.,
                         2.05319162663775882187,
                         1.6763848301838038494,
                         .68976733498510000455,
                         .14810397642748007459,
                         .0151986665636164571966,
                         5.475938084995344946e-4,
                         1.05075007164441684324e-9};
  return polynomial(a, r) / polynomial(b, r);
}

/// Quantile in the far tail, for r = sqrt(-log(p)) - 5.
KOKKOS_INLINE_FUNCTION Real far_tail_quantile(Real r) {
  constexpr Real a[8] = {6.6579046435011037772,     5.4637849111641143699,
                         1.7848265399172913358,     .29656057182850489123,
                         .026532189526576123093,    .0012426609473880784386,
                         2.71155556874348757815e-5, 2.01033439929228813265e-7};
  constexpr Real b[8] = {1.,
                         .59983220655588793769,
                         .13692988092273580531,
                         .0148753612908506148525,
                         7.868691311456132591e-4,
                         1.8463183175100546818e-5,
                         1.4215117583164458887e-7,
                         2.04426310338993978564e-15};
  return polynomial(a, r) / polynomial(b, r);
}

/// The number below which a standard normal variate lies with probability p, 0 < p < 1, to about
/// 1e-16 (algorithm AS 241, PPND16: M. J. Wichura, Appl. Statist. 37, 477-484, 1988).
KOKKOS_INLINE_FUNCTION Real normal_quantile(Real p) {
  const Real q = p - 0.5;
  if (q <= 0.425 && q >= -0.425) return central_quantile(q);
  const Real r = std::sqrt(-exact_log(q < 0 ? p : 1 - p));
  const Real x = r <= 5 ? near_tail_quantile(r - 1.6) : far_tail_quantile(r - 5);
  return q < 0 ? -x : x;
}

}  // namespace cardon::detail

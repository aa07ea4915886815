// SPDX-License-Identifier: Apache-2.0
// Weights of centred differences of order 2, 4, 6 and 8 (Fornberg, Math. Comp. 51, 1988, table 1).
#pragma once
#include <cardon/thorn.hpp>

namespace cardon::einstein {

/// Sums over the points of a stencil have the form w[0] f(1) - (w[1] f(2) - (w[2] f(3) - ...)),
/// where f(s) is u[s] - u[-s] for odd differences and u[s] + u[-s] for even ones. The latter have
/// a term -w_centre u[0] too. Weights are small integers or halves, so differences of a constant
/// are exactly 0.
template <int n>
struct StencilWeights;

/// smooth: (-1)^(r+1) (D+ D-)^r h^(2 r), r = n / 2 + 1. odd: (-1)^(r+1) times the sum of the
/// differences of order n + 1 around u[1/2] and u[-1/2].
template <>
struct StencilWeights<2> {
  static constexpr Real first[] = {1}, first_divisor = 2;
  static constexpr Real second[] = {1}, second_centre = 2, second_divisor = 1;
  static constexpr Real smooth[] = {4, 1}, smooth_centre = 6;
  static constexpr Real odd[] = {2, 1};
};

template <>
struct StencilWeights<4> {
  static constexpr Real first[] = {8, 1}, first_divisor = 12;
  static constexpr Real second[] = {16, 1}, second_centre = 30, second_divisor = 12;
  static constexpr Real smooth[] = {15, 6, 1}, smooth_centre = 20;
  static constexpr Real odd[] = {5, 4, 1};
};

template <>
struct StencilWeights<6> {
  static constexpr Real first[] = {45, 9, 1}, first_divisor = 60;
  static constexpr Real second[] = {135, 13.5, 1}, second_centre = 245, second_divisor = 90;
  static constexpr Real smooth[] = {56, 28, 8, 1}, smooth_centre = 70;
  static constexpr Real odd[] = {14, 14, 6, 1};
};

template <>
struct StencilWeights<8> {
  static constexpr Real first[] = {672, 168, 32, 3}, first_divisor = 840;
  static constexpr Real second[] = {8064, 1008, 128, 9}, second_centre = 14350,
                        second_divisor = 5040;
  static constexpr Real smooth[] = {210, 120, 45, 10, 1}, smooth_centre = 252;
  static constexpr Real odd[] = {42, 48, 27, 8, 1};
};

}  // namespace cardon::einstein

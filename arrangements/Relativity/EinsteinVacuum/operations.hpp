// SPDX-License-Identifier: Apache-2.0
// Floating-point operations per point of the right-hand sides, counted by
// tests/test_operations.cpp: sums, differences, products and quotients, none twice that is at hand
// from another task, although tasks compute first derivatives and the connection again.
#pragma once

namespace cardon::einstein {

inline constexpr int variables = 25;

/// By order of the differences.
template <int n>
constexpr int by_order(int of_2, int of_4, int of_6, int of_8) {
  return n == 2 ? of_2 : n == 4 ? of_4 : n == 6 ? of_6 : of_8;
}
template <int n>
inline constexpr int metric_operations = by_order<n>(218, 317, 416, 548);
template <int n>
inline constexpr int curvature_operations = by_order<n>(1703, 2282, 3149, 4577);
template <int n>
inline constexpr int gamma_operations = by_order<n>(424, 631, 946, 1468);
template <int n>
inline constexpr int upwinding_operations = by_order<n>(1125, 1575, 2025, 2475);
template <int n>
inline constexpr int dissipation_operations = by_order<n>(625, 850, 1075, 1300);

}  // namespace cardon::einstein

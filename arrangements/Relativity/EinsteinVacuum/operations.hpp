// SPDX-License-Identifier: Apache-2.0
// Floating-point operations per point of the right-hand sides, counted by
// tests/test_operations.cpp: sums, differences, products and quotients. Differences along y and z
// of a strip count once.
#pragma once

namespace cardon::einstein {

inline constexpr int variables = 25;

/// By order of the differences.
template <int n>
constexpr int by_order(int of_2, int of_4, int of_6, int of_8) {
  return n == 2 ? of_2 : n == 4 ? of_4 : n == 6 ? of_6 : of_8;
}
template <int n>
inline constexpr int rates_operations = by_order<n>(1901, 2324, 2747, 3311);
template <int n>
inline constexpr int upwinding_operations = by_order<n>(1125, 1575, 2025, 2475);
template <int n>
inline constexpr int dissipation_operations = by_order<n>(592, 784, 976, 1168);

}  // namespace cardon::einstein

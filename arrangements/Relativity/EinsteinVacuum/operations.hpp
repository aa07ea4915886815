// SPDX-License-Identifier: Apache-2.0
// Floating-point operations per point of the right-hand sides, counted by
// tests/test_operations.cpp: sums, differences, products and quotients, none twice that is at hand
// from another task, although tasks compute first derivatives and the connection again.
#pragma once

namespace cardon::einstein {

inline constexpr int variables = 25;

/// By order of the differences.
template <int n>
inline constexpr int metric_operations = n == 2 ? 218 : 317;
template <int n>
inline constexpr int curvature_operations = n == 2 ? 1703 : 2282;
template <int n>
inline constexpr int gamma_operations = n == 2 ? 424 : 631;
template <int n>
inline constexpr int dissipation_operations = n == 2 ? 625 : 850;

}  // namespace cardon::einstein

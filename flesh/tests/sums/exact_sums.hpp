// SPDX-License-Identifier: Apache-2.0
// Exact sums made in two ways, and values to try them with.
#pragma once
#include <array>
#include <cardon/kit/exact_sum.hpp>
#include <cmath>
#include <cstddef>
#include <random>

#include "special_values.hpp"

namespace cardon::test {

using Bytes = std::array<std::byte, ExactSum::byte_size>;

inline ExactSum sum_of(const Values& values) {
  ExactSum sum;
  sum.add(values.data(), values.size());
  return sum;
}

// The slow way: no blocks.
inline ExactSum added_singly(const Values& values) {
  ExactSum sum;
  for (const double v : values) sum.add(v);
  return sum;
}

inline Bytes sum_bytes(const ExactSum& sum) {
  Bytes bytes;
  sum.to_bytes(bytes.data());
  return bytes;
}

// Values of random sign whose exponents fill [low, high].
inline Values random_values(std::size_t count, int low, int high, std::mt19937_64& random) {
  std::uniform_int_distribution<int> exponent(low, high);
  std::uniform_real_distribution<double> mantissa(-1, 1);
  Values values(count);
  for (double& v : values) v = std::ldexp(mantissa(random), exponent(random));
  return values;
}

}  // namespace cardon::test

// SPDX-License-Identifier: Apache-2.0
#include "triad.hpp"

#include <algorithm>

namespace cardon::performance {
namespace {

constexpr long values = 8L << 20;
constexpr long distance = values + 168;  // other offsets in a page

// Not inlined, so that repetitions are not merged into one.
__attribute__((noipa)) void triad(double* __restrict a, const double* __restrict b,
                                  const double* __restrict c) {
  for (long i = 0; i < values; ++i) a[i] = b[i] + 3 * c[i];
}

}  // namespace

Triad::Triad() : memory_(std::size_t(3 * distance) * sizeof(double)) {
  std::fill_n(reinterpret_cast<double*>(memory_.data()), 3 * distance, 1.0);
}

double Triad::bytes() { return 3.0 * double(values) * sizeof(double); }

void Triad::run(int times) {
  double* const a = reinterpret_cast<double*>(memory_.data());
  for (int n = 0; n < times; ++n) triad(a, a + distance, a + 2 * distance);
}

}  // namespace cardon::performance

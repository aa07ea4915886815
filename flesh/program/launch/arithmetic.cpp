// SPDX-License-Identifier: Apache-2.0
#include "launch/arithmetic.hpp"

#include <array>
#include <cardon/kit/data_checksum.hpp>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace cardon {
namespace {

// Through `volatile`, so that nothing is computed by the compiler.
void add_functions(double argument, std::vector<double>& results) {
  const volatile double held = argument;
  const double x = held, positive = std::abs(x) + 0x1p-20;
  for (const double value :
       {std::exp(x), std::log(positive), std::sin(x), std::cos(x), std::tan(x), std::atan(x),
        std::sinh(x), std::tanh(x), std::pow(positive, 1.3), std::cbrt(x), std::erf(x),
        std::atan2(x, 0.7), std::hypot(x, 0.3), std::sqrt(positive), std::expm1(x)})
    results.push_back(value);
}

void add_rounding(std::vector<double>& results) {
  const volatile double one = 1, tiny = 0x1p-60, smallest = std::numeric_limits<double>::min();
  for (const double value : {one + tiny, one - tiny, -one - tiny, smallest / 4, one / 3, -one / 3})
    results.push_back(value);
}

}  // namespace

std::string arithmetic_checksum() {
  std::vector<double> results;
  add_rounding(results);
  // Irregular arguments of the sizes that occur in practice.
  for (int n = 0; n < 400; ++n)
    add_functions(12 * std::fmod(n * 0.6180339887498949, 1.0) - 6, results);
  return DataChecksum::of(std::as_bytes(std::span<const double>(results)));
}

}  // namespace cardon

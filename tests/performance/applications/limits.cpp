// SPDX-License-Identifier: Apache-2.0
// What one core can do: bytes per second of a triad on large arrays (24 per value), additions and
// multiplications per second in registers, without contraction, as applications are compiled, and
// quotients and square roots per second, for each of which one unit of the core works alone.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "../triad.hpp"

namespace {

#if defined(__AVX512F__)
constexpr int lanes = 8;
#elif defined(__AVX__)
constexpr int lanes = 4;
#else
constexpr int lanes = 2;
#endif
using Vector [[gnu::vector_size(lanes * 8)]] = double;
constexpr int chains = 12;  // enough that none waits for itself, few enough for the registers
constexpr long repetitions = 2'000'000;

__attribute__((noipa)) double chains_of_operations() {
  Vector x[chains];
  for (int n = 0; n < chains; ++n) x[n] = Vector{} + (1.0 + n);
  const Vector factor = Vector{} + 0.999, summand = Vector{} + 1e-3;
  for (long r = 0; r < repetitions; ++r)
#pragma GCC unroll 12
    for (int n = 0; n < chains; ++n) x[n] = x[n] * factor + summand;
  double sum = 0;
  for (const Vector& v : x) sum += v[0];
  return sum;
}

__attribute__((noipa)) double quotients() {
  Vector x[chains];
  for (int n = 0; n < chains; ++n) x[n] = Vector{} + (1.0 + n);
  const Vector divisor = Vector{} + 1.000001;
  for (long r = 0; r < repetitions / 8; ++r)
#pragma GCC unroll 12
    for (int n = 0; n < chains; ++n) x[n] = x[n] / divisor;
  double sum = 0;
  for (const Vector& v : x) sum += v[0];
  return sum;
}

// Roots of arrays that fit the first-level cache.
__attribute__((noipa)) double roots() {
  alignas(64) double x[lanes * chains];
  for (int n = 0; n < lanes * chains; ++n) x[n] = 1.0 + n;
  for (long r = 0; r < repetitions / 8; ++r) {
    for (double& value : x) value = std::sqrt(value);
    asm volatile("" : : "r"(x) : "memory");
  }
  return x[0];
}

template <class Work>
double min_seconds(const Work& work) {
  double min_seconds = 1e9;
  for (int round = 0; round < 10; ++round) {
    const auto start = std::chrono::steady_clock::now();
    work();
    min_seconds =
        std::min(min_seconds,
                 std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return min_seconds;
}

}  // namespace

int main() {
  cardon::performance::Triad triad;
  const double memory = triad.bytes() / min_seconds([&] { triad.run(1); });
  volatile double result = 0;
  const double numbers = double(lanes) * chains * repetitions;
  const double operations = 2 * numbers / min_seconds([&] { result = chains_of_operations(); });
  const double divided = numbers / 8 / min_seconds([&] { result = quotients(); });
  const double rooted = numbers / 8 / min_seconds([&] { result = roots(); });
  std::puts(fmt::format("{{\"bytes_per_second\": {:.4g}, \"operations_per_second\": {:.4g}, "
                        "\"quotients_per_second\": {:.4g}, \"roots_per_second\": {:.4g}}}",
                        memory, operations, divided, rooted)
                .c_str());
}

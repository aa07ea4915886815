// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace cardon {

/// Random numbers from eight bytes of state, for agents of which there are very many: splitmix64
/// (G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA,
/// 2014).
class SmallRandom {
 public:
  /// Streams of different numbers are independent.
  SmallRandom(std::uint64_t seed, std::uint64_t stream) : state_(mix(seed) ^ mix(~stream)) {}

  /// The next 64 random bits.
  std::uint64_t bits() { return mix(state_ += 0x9e3779b97f4a7c15); }
  /// Draws a number from 0 (included) to 1 (excluded).
  double uniform() { return double(bits() >> 11) * 0x1p-53; }
  /// Draws an integer from 0 to n - 1; n must be above 0.
  int below(int n) { return int(uniform() * n); }

 private:
  static std::uint64_t mix(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
  }
  std::uint64_t state_;
};

}  // namespace cardon

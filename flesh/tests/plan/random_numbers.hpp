// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

namespace cardon::plan {

/// splitmix64: scrambles 64 bits; also the hash of the toy's histories.
inline std::uint64_t scramble(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// The same numbers from the same seed with every compiler.
class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : state_(scramble(seed)) {}
  /// From `low` to `high`, both included.
  int between(int low, int high) {
    state_ = scramble(state_);
    return low + int((state_ >> 11) % std::uint64_t(high - low + 1));
  }
  bool chance(int percent) { return between(1, 100) <= percent; }
  template <typename T>
  const T& pick(const std::vector<T>& list) {
    return list[between(0, int(list.size()) - 1)];
  }

 private:
  std::uint64_t state_;
};

}  // namespace cardon::plan

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/normal_quantile.hpp>
#include <cardon/thorn/philox.hpp>
#include <cardon/thorn/point.hpp>
#include <cstdint>
#include <string_view>

namespace cardon {

/// Random numbers that depend on the seed of the run, the name of the stream, the step and the
/// place only: the same bits whatever block computes the point, and after a restart. Without
/// state: asking twice for a number gives the same one. The last argument selects one of 2^31
/// independent numbers of a place. Tasks get it from Block::random().
///
/// Philox4x32-10 (philox.hpp) with the counter (i, j, k, n / 2); its key is what Philox4x32-10
/// makes of (step, seed) under a key hashed from the name.
class RandomStream {
 public:
  RandomStream() = default;
  /// `step`: the iteration; `stream`: any text.
  RandomStream(std::uint64_t seed, std::string_view stream, long step) {
    std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
    for (const char c : stream) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    const auto n = std::uint64_t(step);
    const PhiloxWords made = philox4x32_10({{std::uint32_t(n), std::uint32_t(n >> 32),
                                             std::uint32_t(seed), std::uint32_t(seed >> 32)}},
                                           std::uint32_t(hash), std::uint32_t(hash >> 32));
    key_[0] = made.word[0];
    key_[1] = made.word[1];
  }

  /// 64 random bits of the place (i, j, k), which need not be a point of the grid: modes of a
  /// forcing have numbers, too.
  KOKKOS_INLINE_FUNCTION std::uint64_t bits(int i, int j, int k, int n = 0) const {
    const PhiloxWords made = philox4x32_10(
        {{std::uint32_t(i), std::uint32_t(j), std::uint32_t(k), std::uint32_t(n) >> 1}}, key_[0],
        key_[1]);
    const int first = 2 * (n & 1);
    return std::uint64_t(made.word[first + 1]) << 32 | made.word[first];
  }
  /// 64 random bits of a grid point.
  KOKKOS_INLINE_FUNCTION std::uint64_t bits(const Point& p, int n = 0) const {
    return bits(p.i(), p.j(), p.k(), n);
  }

  /// A number between 0 and 1, never one of them: an odd multiple of 2^-53.
  KOKKOS_INLINE_FUNCTION Real uniform(int i, int j, int k, int n = 0) const {
    constexpr Real step = 1.0 / 4503599627370496;  // 2^-52
    return (Real(bits(i, j, k, n) >> 12) + 0.5) * step;
  }
  /// The uniform number of a grid point.
  KOKKOS_INLINE_FUNCTION Real uniform(const Point& p, int n = 0) const {
    return uniform(p.i(), p.j(), p.k(), n);
  }

  /// A number of the normal distribution with mean 0 and variance 1, from -8.3 to 8.3.
  KOKKOS_INLINE_FUNCTION Real normal(int i, int j, int k, int n = 0) const {
    return detail::normal_quantile(uniform(i, j, k, n));
  }
  /// The normal number of a grid point.
  KOKKOS_INLINE_FUNCTION Real normal(const Point& p, int n = 0) const {
    return normal(p.i(), p.j(), p.k(), n);
  }

 private:
  std::uint32_t key_[2] = {0, 0};
};

}  // namespace cardon

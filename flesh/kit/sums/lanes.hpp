// SPDX-License-Identifier: Apache-2.0
// Doubles side by side: compilers do not vectorise floating-point reductions by themselves, because
// that changes their order. The users of lanes have results that depend neither on the order nor on
// the number of lanes.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#if defined(__AVX__)
#include <immintrin.h>
#endif

#ifdef __FAST_MATH__
#error "exact sums need IEEE arithmetic: compile without -ffast-math"
#endif

namespace cardon {

// As wide as the registers: g++ 12 takes wider vectors apart into single values.
#if defined(__AVX512F__)
constexpr std::size_t lane_count = 8;
#elif defined(__AVX__)
constexpr std::size_t lane_count = 4;
#else
constexpr std::size_t lane_count = 2;
#endif
using Lanes [[gnu::vector_size(lane_count * 8)]] = double;
using LaneBits [[gnu::vector_size(lane_count * 8)]] = std::uint64_t;
using LaneIntegers [[gnu::vector_size(lane_count * 8)]] = std::int64_t;

// Values pass by reference: by value, the calling convention would depend on the instruction set.
inline void load(Lanes& lanes, const double* from) { std::memcpy(&lanes, from, sizeof lanes); }
inline void load(LaneBits& lanes, const double* from) { std::memcpy(&lanes, from, sizeof lanes); }
/// The first `count` lanes, fewer than all; zero in others.
inline void load(Lanes& lanes, const double* from, std::size_t count) {
#if defined(__AVX512F__)
  lanes = (Lanes)_mm512_maskz_loadu_pd(__mmask8((1u << count) - 1), from);
#else
  lanes = Lanes{};
  std::memcpy(&lanes, from, count * sizeof(double));
#endif
}
inline void store(const Lanes& lanes, double* to) { std::memcpy(to, &lanes, sizeof lanes); }
inline void store(const LaneBits& lanes, std::uint64_t* to) {
  std::memcpy(to, &lanes, sizeof lanes);
}
inline void fill(Lanes& lanes, double value) { lanes = Lanes{} + value; }

/// Whether any bit is set.
inline bool any_bit(const LaneBits& lanes) {
#if defined(__AVX512F__)
  return _mm512_test_epi64_mask((__m512i)lanes, (__m512i)lanes) != 0;
#elif defined(__AVX__)
  return _mm256_testz_si256((__m256i)lanes, (__m256i)lanes) == 0;
#else
  return (lanes[0] | lanes[1]) != 0;
#endif
}

/// One value of all lanes: keep(value, other) keeps one of two values, whose order does not matter.
template <class L, class Keep>
inline auto combined(const L& lanes, const Keep& keep) {
  if constexpr (lane_count <= 4) {
    auto value = lanes[0];
    for (std::size_t i = 1; i < lane_count; ++i) keep(value, lanes[i]);
    return value;
  } else {  // in pairs, as each waits for the one before
    std::remove_cvref_t<decltype(lanes[0])> values[lane_count];
    std::memcpy(values, &lanes, sizeof lanes);
    for (std::size_t half = lane_count / 2; half > 0; half /= 2)
      for (std::size_t i = 0; i < half; ++i) keep(values[i], values[i + half]);
    return values[0];
  }
}

/// The larger or smaller value, in each lane; the first one where the other is NaN.
template <class L>
inline void keep_larger(L& lanes, const L& others) {
  lanes = others > lanes ? others : lanes;
}
template <class L>
inline void keep_smaller(L& lanes, const L& others) {
  lanes = others < lanes ? others : lanes;
}

/// The lanes that are not zero, at the beginning of lane_count places; returns their number.
inline std::size_t store_nonzero(const Lanes& lanes, double* to) {
#if defined(__AVX512F__)
  const __mmask8 kept = _mm512_test_epi64_mask((__m512i)lanes, (__m512i)lanes);
  _mm512_storeu_pd(to, _mm512_maskz_compress_pd(kept, (__m512d)lanes));
  return std::size_t(std::popcount(kept));
#else
  std::size_t count = 0;
  for (std::size_t i = 0; i < lane_count; ++i) {
    to[count] = lanes[i];
    count += ((LaneBits)lanes)[i] << 1 != 0 ? 1 : 0;
  }
  return count;
#endif
}

inline std::uint64_t bits_of(double value) { return std::bit_cast<std::uint64_t>(value); }
inline double double_of(std::uint64_t bits) { return std::bit_cast<double>(bits); }

inline int exponent_field(double value) { return int(bits_of(value) >> 52 & 0x7ff); }

constexpr std::uint64_t magnitude_mask = 0x7fffffffffffffffu;
constexpr std::uint64_t smallest_normal_bits = 0x0010000000000000u;

/// The top bit is set for NaN and infinities and clear for finite values, so that results can be
/// or-ed together.
inline std::uint64_t not_finite_bit(double value) {
  return (bits_of(value) & magnitude_mask) + smallest_normal_bits;
}

}  // namespace cardon

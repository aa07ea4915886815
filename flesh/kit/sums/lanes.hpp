// SPDX-License-Identifier: Apache-2.0
// Doubles side by side: compilers do not vectorise floating-point reductions by themselves, because
// that changes their order. The users of lanes have results that depend neither on the order nor on
// the number of lanes.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

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
inline void store(const Lanes& lanes, double* to) { std::memcpy(to, &lanes, sizeof lanes); }
inline void fill(Lanes& lanes, double value) { lanes = Lanes{} + value; }

inline std::uint64_t bits_of(double value) { return std::bit_cast<std::uint64_t>(value); }
inline double double_of(std::uint64_t bits) { return std::bit_cast<double>(bits); }

constexpr std::uint64_t magnitude_mask = 0x7fffffffffffffffu;
constexpr std::uint64_t smallest_normal_bits = 0x0010000000000000u;

/// The top bit is set for NaN and infinities and clear for finite values, so that results can be
/// or-ed together.
inline std::uint64_t not_finite_bit(double value) {
  return (bits_of(value) & magnitude_mask) + smallest_normal_bits;
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
// Bins: sums of doubles that take neighbouring windows of the bits of values, without rounding.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "sums/lanes.hpp"

namespace cardon {

// Where 1.5 * 2^e is added to a value of at most half of 2^e, the result has the exponent e, and
// its bits, as an integer, are those of 1.5 * 2^e and the value in units of the last bit of 2^e.
// These integers are summed. What has been rounded off goes to the next bin of the window.
constexpr int bin_bits = 52;
constexpr int bin_spacing = bin_bits / 2;
constexpr int lowest_bin = 106;  // its exponent field: what is left of a value is never denormal
constexpr int max_in_bin = 1 << 11;   // in each lane: 64 bits hold so many
constexpr std::size_t bin_lanes = 8;  // on any processor
constexpr std::size_t bin_vectors = bin_lanes / lane_count;
constexpr std::size_t group_size = 2 * bin_lanes;
constexpr std::size_t group_vectors = group_size / lane_count;

inline int exponent_field(double value) { return int((bits_of(value) >> 52) & 0x7ff); }

inline std::uint64_t start_of_bin(int bin) {
  const auto field = std::uint64_t(lowest_bin + bin * bin_spacing);
  return (field << 52) | (std::uint64_t(1) << 51);
}

/// The first bin of values up to this exponent field.
constexpr int first_bin_of(int field) {
  return (field + 2 + bin_spacing - 1 - lowest_bin) / bin_spacing;
}
/// The largest exponent field of values for which it is the first one.
constexpr int max_field_of(int bin) { return lowest_bin + bin * bin_spacing - 2; }
static_assert(first_bin_of(max_field_of(9)) == 9 && first_bin_of(max_field_of(9) + 1) == 10);

constexpr int max_field = 2000;  // of values in bins

struct LaneGroup {
  Lanes v[group_vectors];
};

inline LaneGroup group_at(const double* values) {
  LaneGroup group;
  for (std::size_t i = 0; i < group_vectors; ++i) load(group.v[i], values + i * lane_count);
  return group;
}

/// The last `count` values before `end`, and zeros. `readable`: values in the memory before `end`.
inline LaneGroup last_group(const double* end, std::size_t count, std::size_t readable) {
  if (readable < group_size) {
    double values[group_size] = {};
    std::copy_n(end - count, count, values);
    return group_at(values);
  }
  LaneGroup group = group_at(end - group_size);
  LaneIntegers place;
  for (std::size_t n = 0; n < lane_count; ++n) place[n] = std::int64_t(n);
  for (Lanes& v : group.v) {
    v = (Lanes)((LaneBits)v & (LaneBits)(place >= std::int64_t(group_size - count)));
    place += std::int64_t(lane_count);
  }
  return group;
}

// Magnitudes of doubles have the order of their bits as integers, whose maxima take one instruction
// without waiting for a comparison.
inline std::uint64_t largest_bits(const LaneGroup& group) {
  LaneIntegers largest{};
  for (const Lanes& v : group.v) keep_larger(largest, (LaneIntegers)((LaneBits)v & magnitude_mask));
  return std::uint64_t(combined(largest, keep_larger<LaneIntegers>));
}

/// Some bins whose bits follow one another, from an upper one downwards, in registers.
template <int bins>
class BinWindow {
 public:
  struct Cut {
    LaneBits parts[bins][group_vectors];
  };

  BinWindow(const std::uint64_t* lanes, int upper) : upper_(upper) {
    for (int b = 0; b < bins; ++b) {
      fill(starts_[b], double_of(start_of_bin(bin(b))));
      for (std::size_t i = 0; i < bin_vectors; ++i) load(sums_[b][i], lanes + place(b, i));
    }
  }
  static constexpr bool fits(int upper) { return upper >= 2 * (bins - 1); }
  /// Leaves what is below the bits of the last bin. `keep_denormals`: values may be denormal, which
  /// processors may take for zero.
  template <bool keep_denormals>
  Cut cut(LaneGroup& group) const {
    Cut cut;
    for (std::size_t i = 0; i < group_vectors; ++i) {
      Lanes& v = group.v[i];
      const LaneBits before = (LaneBits)v;
      for (int b = 0; b < bins; ++b) {
        const Lanes sum = v + starts_[b];
        cut.parts[b][i] = (LaneBits)sum;
        v -= sum - starts_[b];
      }
      if constexpr (keep_denormals)
        v = (before & magnitude_mask) < smallest_normal_bits ? (Lanes)before : v;
    }
    return cut;
  }
  /// Bits that are set where values were too large for the upper bin.
  LaneBits beyond(const Cut& cut) const {
    LaneBits bits{};
    for (const LaneBits& part : cut.parts[0]) bits |= part ^ (LaneBits)starts_[0];
    return bits & exponent_mask;
  }
  void add(const Cut& cut) {
    for (int b = 0; b < bins; ++b)
      for (std::size_t i = 0; i < group_vectors; ++i) sums_[b][i % bin_vectors] += cut.parts[b][i];
  }
  /// After `groups` calls of add().
  void put(std::uint64_t* lanes, std::size_t groups) {
    for (int b = 0; b < bins; ++b)
      for (std::size_t i = 0; i < bin_vectors; ++i)
        store(sums_[b][i] - 2 * groups * start_of_bin(bin(b)), lanes + place(b, i));
  }

 private:
  int bin(int b) const { return upper_ - 2 * b; }
  std::size_t place(int b, std::size_t i) const {
    return std::size_t(bin(b)) * bin_lanes + i * lane_count;
  }

  int upper_;
  Lanes starts_[bins];
  LaneBits sums_[bins][bin_vectors];
};

/// Bits that are set where something is left.
inline LaneBits left_in(const LaneGroup& group) {
  LaneBits left{};
  for (const Lanes& v : group.v) left |= (LaneBits)v;
  return left & magnitude_mask;
}

}  // namespace cardon

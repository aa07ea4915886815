// SPDX-License-Identifier: Apache-2.0
// The sum of rows of finite values without rounding, in lanes.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sums/lanes.hpp"

namespace cardon {

// Digit i of a sum weighs 2^(32 i - 1074). 67 digits hold 2^40 times the largest double with room
// for the sign.
constexpr int digit_bits = 32;
constexpr std::size_t digit_count = 67;
constexpr std::int64_t digit_mask = 0xffffffff;
constexpr int carry_interval = 512;  // one addition changes a digit by less than 2^53

/// What is added of each value, by itself or in lanes.
struct Itself {
  static constexpr bool keeps_denormals = true;
  static void apply(Lanes&) {}
  static double of(double value) { return value; }
};
struct Magnitude {
  static constexpr bool keeps_denormals = true;
  static void apply(Lanes& v) { v = (Lanes)((LaneBits)v & magnitude_mask); }
  static double of(double value) { return double_of(bits_of(value) & magnitude_mask); }
};
struct Square {
  static constexpr bool keeps_denormals = false;
  static void apply(Lanes& v) { v *= v; }
  static double of(double value) { return value * value; }
};

/// The least and the largest values of some rows, in lanes.
struct LaneRange {
  Lanes low, high;
};

/// Windows in front of digits: values up to a range of exponents add their bits to sums of
/// integers, each as wide as the mantissa of a double. What lies below the windows goes to windows
/// for the largest of a few neighbours, and what these leave to the digits.
class RowSum {
 public:
  static constexpr std::size_t block_values = 512;  ///< that are added at once, at most
  static constexpr int no_range = 0;                ///< of values that no windows are for
  using Digits = std::array<std::int64_t, digit_count>;

  /// A sum of nothing. Does not touch what sums of few values do not need.
  RowSum() {}

  /// Adds a block of a row, of lane_count values at least; false, and nothing is added, if one is
  /// not finite. `place`: number of the block in its row. `range` also covers its values.
  template <class Transform>
  bool add(const double* values, std::size_t count, std::size_t place, LaneRange& range);
  /// The sum, in digits below 2^36, but for the last one.
  Digits digits() const;

 private:
  static constexpr std::size_t ranges = 128;  // of exponent fields
  static constexpr int window_count = 3, windows_of_rows = 2;

  using LaneSums = std::array<std::uint64_t, lane_count>;
  /// What values up to a range of exponents have added, in lanes, modulo 2^64.
  struct Windows {
    alignas(64) std::array<LaneSums, window_count> sums{};
    int range = 0;
    std::array<int, window_count> vectors{};  // that are in the sums
  };
  struct Block;
  struct Sweep;
  enum class Fit { all, not_finite, other };

  template <class Transform>
  static Sweep sweep(const Block& block, int range, double* left);
  template <class Transform>
  Fit fit(const Block& block, int& range, LaneRange& seen);
  template <class Transform>
  bool add_unknown(const Block& block, int& range, LaneRange& seen);
  template <class Transform>
  void add_each(const Block& block);
  void add_left(double* left, std::size_t count);
  Windows& windows(int range, std::size_t vectors);
  void add(const LaneBits* taken, int count, int range, std::size_t vectors);
  void close(Windows& windows);
  void add(double value);
  void empty(std::size_t field);
  void use_group(std::size_t group);
  static void add_windows(const Windows& windows, Digits& digits);
  void carry();
  static void carry(Digits& digits);

  // Sums of few values are not to clear or to read what others use.
  std::vector<Windows> windows_;                   // of ranges that were used
  std::array<std::uint8_t, ranges> windows_of_{};  // behind these of each range; 0: none
  std::array<std::int64_t, 2048> by_exponent_;     // sums of mantissas, by exponent field
  std::uint32_t used_groups_ = 0;                  // of by_exponent_, the others hold nothing
  Digits digits_{};
  int pending_ = 0;  // since the last carry()
  // By the place in a row: neighbouring rows resemble each other.
  std::array<std::int8_t, 16> range_at_{};
};

}  // namespace cardon

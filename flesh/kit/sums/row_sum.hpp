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
  static constexpr bool is_signed = true;
  static void apply(Lanes&) {}
  static double of(double value) { return value; }
};
struct Magnitude {
  static constexpr bool is_signed = false;
  static void apply(Lanes& v) { v = (Lanes)((LaneBits)v & magnitude_mask); }
  static double of(double value) { return double_of(bits_of(value) & magnitude_mask); }
};
struct Square {
  static constexpr bool is_signed = false;
  static void apply(Lanes& v) { v *= v; }
  static double of(double value) { return value * value; }
};

/// The least and the largest values of some rows, in lanes.
struct LaneRange {
  Lanes low, high;
};

/// Windows in front of digits: values up to a range of exponents add their bits to sums of
/// integers, each as wide as the mantissa of a double. What lies below the windows goes to the
/// digits.
class RowSum {
 public:
  static constexpr int window_count = 3;  ///< two for most values
  using Digits = std::array<std::int64_t, digit_count>;

  /// A sum of nothing. Does not touch what sums of few values do not need.
  RowSum() {}

  /// Adds values whose largest magnitude, of what is added, is `largest`. `denormals`: there may be
  /// some, which runs take for zero where they calculate with them.
  template <class Transform>
  void add(const double* values, std::size_t count, double largest, bool denormals);
  /// Adds a row that is like the last one: of finite values that leave nothing in the windows of
  /// that one. Other rows are not added, and the answer is false. `range`, if not null, gets the
  /// least and the largest values.
  template <class Transform>
  bool add_like_last(const double* values, std::size_t count, LaneRange* range);
  /// The sum, in digits below 2^36, but for the last one.
  Digits digits() const;

 private:
  static constexpr std::size_t ranges = 128;  // of exponent fields

  using LaneSums = std::array<std::uint64_t, lane_count>;
  /// What values up to a range of exponents have added, in lanes, modulo 2^64.
  struct Windows {
    alignas(64) std::array<LaneSums, window_count> sums{};
    int range = 0;
    std::array<int, window_count> vectors{};  // that are in the sums
  };
  struct Block;
  /// How a block is added: by windows for the largest values of its row that leave nothing, or
  /// something, or by those for its own largest values.
  enum Way : std::int8_t { two_windows, three_windows, some_left, own_range };

  template <class Transform, int count>
  int fit_windows(const Block& block, int range);
  template <class Transform>
  std::size_t add_to_windows(const Block& block, int range);
  template <class Transform>
  Way add_block(const Block& block, int range_of_row);
  template <class Transform>
  Way add_in_range(const Block& block, int range, Way way);
  template <class Transform, bool with_range>
  bool add_like_last(const double* values, std::size_t count, LaneRange& range);
  template <class Transform>
  void add_to_digits(const Block& block);
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
  std::array<Way, 16> ways_{};
  int last_range_ = -1;  // of the last row, if two windows took all of it
};

}  // namespace cardon

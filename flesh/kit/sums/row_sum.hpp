// SPDX-License-Identifier: Apache-2.0
// The sum of rows of finite values without rounding, in lanes.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

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
  static void apply(Lanes&) {}
  static double of(double value) { return value; }
};
struct Magnitude {
  static void apply(Lanes& v) { v = (Lanes)((LaneBits)v & magnitude_mask); }
  static double of(double value) { return double_of(bits_of(value) & magnitude_mask); }
};
struct Square {
  static void apply(Lanes& v) { v *= v; }
  static double of(double value) { return value * value; }
};

/// Doubles in front of digits: each of three sums takes a window of the bits of values, and what
/// they leave of a vector, nothing in most cases, goes to the digits of its lanes.
class RowSum {
 public:
  using Digits = std::array<std::int64_t, digit_count>;

  /// Adds values whose largest magnitude, of what is added, is `largest`. `denormals`: there may be
  /// some, which runs take for zero where they calculate with them.
  template <class Transform>
  void add(const double* values, std::size_t count, double largest, bool denormals);
  /// The sum, in digits below 2^36, but for the last one.
  Digits digits() const;

 private:
  static constexpr int window_count = 3;
  static constexpr std::size_t group_size = 2 * lane_count;  // one vector would wait for itself

  /// A vector.
  void add(const double* values);
  template <class Transform>
  void add_to_digits(const double* values, std::size_t groups);
  template <class Transform, bool rarely_left>
  void add_to_windows(const double* values, std::size_t groups);
  void open_windows(int field);
  void close_windows();
  void carry();

  alignas(64) std::array<std::array<double, group_size>, window_count> windows_{};
  alignas(64) std::array<std::array<std::int64_t, lane_count>, digit_count> digits_{};
  int top_field_ = 0;  // exponent field of the largest values that the windows take
  int groups_in_windows_ = 0;
  bool rarely_left_ = false;  // windows left little of the last row
  int pending_ = 0;           // since the last carry()
};

}  // namespace cardon

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

/// Windows in front of digits: values up to a range of exponents add their bits to sums of
/// integers, each as wide as the mantissa of a double. What lies below the windows goes to the
/// digits.
class RowSum {
 public:
  static constexpr int window_count = 3;  ///< two for most values
  using Digits = std::array<std::int64_t, digit_count>;

  /// Adds values whose largest magnitude, of what is added, is `largest`. `denormals`: there may be
  /// some, which runs take for zero where they calculate with them.
  template <class Transform>
  void add(const double* values, std::size_t count, double largest, bool denormals);
  /// The sum, in digits below 2^36, but for the last one.
  Digits digits() const;

 private:
  static constexpr std::size_t window_sets = 128;  // one for each range

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
  template <class Transform>
  void add_to_digits(const Block& block);
  Windows& windows(int range);
  void add(const LaneBits* taken, int count, int range, const Block& block);
  void close(Windows& windows);
  void add(double value);
  void empty(std::size_t field);
  static void add_windows(const Windows& windows, Digits& digits);
  void carry();
  static void carry(Digits& digits);

  std::array<Windows, window_sets> windows_{};
  std::array<std::int64_t, 2048> by_exponent_{};  // sums of mantissas, by exponent field
  Digits digits_{};
  int pending_ = 0;  // since the last carry()
  // By the place in a row: neighbouring rows resemble each other.
  std::array<Way, 16> ways_{};
};

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
// Exact sums of doubles: the same bits for any order, grouping, vector length or number of ranks.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace cardon {

/// A long accumulator: one fixed-point number that spans all finite doubles, so that adding never
/// rounds and the only rounding is the one in value(). Sources: U. Kulisch, "Computer Arithmetic
/// and Validity" (complete arithmetic); R. Neal, "Fast exact summation using small and large
/// superaccumulators" (2015, arXiv:1505.05571) for digits with delayed carries; J. Demmel, H. D.
/// Nguyen, "Fast reproducible floating-point summation" (2013) for the vectorised extraction of
/// leading bits from blocks. Up to 2^40 values of any size are safe. Trivially copyable.
class ExactSum {
 public:
  static constexpr std::size_t byte_size = 70 * sizeof(std::int64_t);

  void add(double value);
  /// Adds values[0], values[stride], ..., `count` of them.
  void add(const double* values, std::size_t count, std::ptrdiff_t stride = 1);
  /// Adds the magnitudes of `count` values.
  void add_magnitudes(const double* values, std::size_t count);
  /// Adds their squares, each rounded once.
  void add_squares(const double* values, std::size_t count);
  void merge(const ExactSum& other);

  /// The exact sum rounded once, to nearest, ties to even; beyond the largest double an infinity.
  /// NaN if a NaN or infinities of both signs were added. A zero sum is +0.
  double value() const;
  /// NaNs and infinities added so far.
  std::int64_t not_finite() const { return nans_ + plus_infinities_ + minus_infinities_; }

  /// Writes byte_size bytes; equal sums (as exact numbers) of equally many non-finite values give
  /// equal bytes.
  void to_bytes(std::byte* out) const;
  /// Reads what to_bytes wrote on a machine with the same byte order. Throws Bug for other bytes.
  static ExactSum from_bytes(const std::byte* in);

 private:
  // Digit i weighs 2^(32 i - 1074). 67 digits hold 2^40 times the largest double with room for the
  // sign.
  static constexpr int digit_count = 67;

  struct Magnitudes;
  template <class Transform>
  static Magnitudes fill_block(const double* values, std::size_t count, double* out);
  template <class Transform>
  void add_all(const double* values, std::size_t count);
  void add_short(const double* values, std::size_t count);
  void add_block(double* block, std::size_t count, const Magnitudes& range);
  void carry();

  std::array<std::int64_t, digit_count> digits_{};
  std::int64_t nans_ = 0;
  std::int64_t plus_infinities_ = 0;
  std::int64_t minus_infinities_ = 0;
  std::int64_t pending_ = 0;  // additions since the last carry()
};

}  // namespace cardon

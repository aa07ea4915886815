// SPDX-License-Identifier: Apache-2.0
// Exact sums of doubles: the same bits for any order, grouping, vector length or number of ranks.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace cardon {

class RowSum;
struct LaneRange;

/// A long accumulator: one fixed-point number that spans all finite doubles, so that adding never
/// rounds and the only rounding is the one in value(). Sources: U. Kulisch, "Computer Arithmetic
/// and Validity" (complete arithmetic); R. Neal, "Fast exact summation using small and large
/// superaccumulators" (2015, arXiv:1505.05571) for digits with delayed carries; J. Demmel, H. D.
/// Nguyen, "Fast reproducible floating-point summation" (2013) for the vectorised extraction of
/// leading bits; S. Collange and others, "Numerical reproducibility for the parallel reduction on
/// multi- and many-core architectures" (2015) for a few doubles in front of the accumulator, which
/// gets only what they leave. Up to 2^40 values of any size are safe.
class ExactSum {
 public:
  /// Size of to_bytes(), whatever was added.
  static constexpr std::size_t byte_size = 70 * sizeof(std::int64_t);

  /// A sum of nothing: +0.
  ExactSum();
  ~ExactSum();
  /// Copies what was added.
  ExactSum(const ExactSum& other);
  /// Takes over what was added; `other` may only be assigned to or destroyed.
  ExactSum(ExactSum&& other) noexcept;
  /// Copies what was added.
  ExactSum& operator=(const ExactSum& other);
  /// Takes over what was added.
  ExactSum& operator=(ExactSum&& other) noexcept;

  /// Adds one value.
  void add(double value);
  /// Adds values[0], values[stride], ..., `count` of them.
  void add(const double* values, std::size_t count, std::ptrdiff_t stride = 1);
  /// Adds the magnitudes of `count` values.
  void add_magnitudes(const double* values, std::size_t count);
  /// Adds their squares, each rounded once.
  void add_squares(const double* values, std::size_t count);
  /// The same; true where all values are finite and not few: then `range` gets the least and the
  /// largest ones.
  bool add_squares(const double* values, std::size_t count, LaneRange& range);
  /// Adds what was added to `other`.
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

  template <class Transform>
  bool add_all(const double* values, std::size_t count, LaneRange& range);
  void add_digits(const RowSum& rows);
  void settle();
  void carry();

  std::array<std::int64_t, digit_count> digits_{};
  std::int64_t nans_ = 0;
  std::int64_t plus_infinities_ = 0;
  std::int64_t minus_infinities_ = 0;
  std::int64_t pending_ = 0;      // additions since the last carry()
  std::unique_ptr<RowSum> rows_;  // what is not in the digits
};

}  // namespace cardon

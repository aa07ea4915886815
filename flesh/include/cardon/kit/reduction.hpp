// SPDX-License-Identifier: Apache-2.0
// Reductions of fields, several kinds in one pass, with the same bits for any decomposition.
#pragma once
#include <array>
#include <cardon/kit/exact_sum.hpp>
#include <cardon/thorn/box.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace cardon {

/// What is made of the values at all points; see Reduction for the formulas.
enum class ReductionKind { sum, mean, l1, l2, linf, min, max, minloc, maxloc, count };

/// The names in parameter files, in the order of ReductionKind.
constexpr std::array<std::string_view, 10> reduction_names{
    "sum", "mean", "l1", "l2", "linf", "min", "max", "minloc", "maxloc", "count"};

/// Name of a kind in parameter files.
constexpr std::string_view reduction_name(ReductionKind kind) {
  return reduction_names[std::size_t(kind)];
}
/// Nothing for a name that is not in reduction_names.
std::optional<ReductionKind> reduction_kind(std::string_view name);

/// The partial result of several kinds over some points; blocks and ranks merge theirs in any order
/// and grouping.
///
/// Over N points with values f: sum = sum f; mean = sum / N; l1 = (sum |f|) / N; l2 = sqrt((sum
/// f*f) / N); linf = max |f|. Sums are exact and rounded once; f*f, the quotient and the root are
/// rounded once each (l2 is infinite where f*f overflows, beyond 1e154). minloc and maxloc give a
/// value and the position of its first occurrence, x fastest. A NaN anywhere makes all of them NaN,
/// and minloc and maxloc then give the position of the first NaN. Extrema are never -0. Of no
/// points: sum 0, mean, l1 and l2 NaN, linf 0, min +infinity, max -infinity, no position.
class Reduction {
 public:
  /// Starts a reduction of no points; a kind may be listed twice.
  explicit Reduction(const std::vector<ReductionKind>& kinds);

  /// Adds `n` points along x; `first` is the global index of row[0]. No point may be added twice.
  void add_row(const double* row, int n, const Index3& first);
  /// Throws Bug if `other` has other kinds.
  void merge(const Reduction& other);

  /// Throws Bug for a kind that was not asked for; count may always be asked for.
  double value(ReductionKind kind) const;
  /// The position of minloc or maxloc (x, y, z), nothing if there were no points. Throws Bug for
  /// other kinds.
  std::optional<Index3> location(ReductionKind kind) const;
  /// How many points were added.
  std::int64_t count() const { return count_; }
  /// How many values were NaN or infinite.
  std::int64_t not_finite() const { return nans_ + infinities_; }

  /// Depends on the kinds only.
  std::size_t byte_size() const;
  /// Writes byte_size() bytes; equal for equal points, however they were grouped.
  void to_bytes(std::byte* out) const;
  /// Merges what to_bytes wrote for the same kinds, on a machine with the same byte order. Throws
  /// Bug for other bytes.
  void merge_bytes(const std::byte* in);

 private:
  struct Extreme {
    double value;
    Index3 index;
    std::int32_t found;  // 0: no point yet (four bytes, so that the struct has no padding)
  };

  bool has(ReductionKind kind) const { return (kinds_ >> unsigned(kind) & 1) != 0; }
  bool needs_sum() const { return has(ReductionKind::sum) || has(ReductionKind::mean); }
  bool needs_positions() const { return has(ReductionKind::minloc) || has(ReductionKind::maxloc); }
  bool needs_extremes() const;
  void require(ReductionKind kind) const;

  bool could_win(const LaneRange& lanes) const;
  void add_extremes(const double* row, int n, const Index3& first, double low, double high);
  void count_not_finite(const double* row, int n, const Index3& first);
  void keep(Extreme& best, const double* row, int n, const Index3& first, double value,
            bool better) const;
  static void keep(Extreme& best, const Extreme& other, bool better);
  template <class Visitor>
  void visit_state(Visitor&& visit);

  std::uint64_t kinds_ = 0;  // one bit for each kind
  std::int64_t count_ = 0;
  std::int64_t nans_ = 0;
  std::int64_t infinities_ = 0;
  ExactSum sum_, magnitudes_, squares_;
  Extreme min_, max_, first_nan_;
};

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/finite.hpp>
#include <cardon/kit/reduction.hpp>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "sums/lanes.hpp"
#include "sums/row_sum.hpp"

namespace cardon {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

struct Range {
  double low = infinity;
  double high = -infinity;
  bool has_nan = false;

  bool is_finite() const { return !has_nan && low > -infinity && high < infinity; }
};

// Of values without NaN; never -0, so that the bits do not depend on which of two equal zeros came
// first.
Range range_in(const LaneRange& lanes) {
  return {combined(lanes.low, keep_smaller<double>) + 0.0,
          combined(lanes.high, keep_larger<double>) + 0.0, false};
}

// NaNs are passed over.
Range range_of(const double* row, std::size_t n) {
  Lanes low[2], high[2];  // one would wait for itself
  LaneBits nan{};
  for (int part = 0; part < 2; ++part) {
    fill(low[part], infinity);
    fill(high[part], -infinity);
  }
  std::size_t i = 0;
  for (; i + 2 * lane_count <= n; i += 2 * lane_count)
    for (std::size_t part = 0; part < 2; ++part) {
      Lanes v;
      load(v, row + i + part * lane_count);
      keep_smaller(low[part], v);
      keep_larger(high[part], v);
      nan |= (LaneBits)(v != v);
    }
  keep_smaller(low[0], low[1]);
  keep_larger(high[0], high[1]);
  Range range = range_in({low[0], high[0]});
  range.has_nan = any_bit(nan);
  for (; i < n; ++i) {
    range.low = row[i] < range.low ? row[i] : range.low;
    range.high = row[i] > range.high ? row[i] : range.high;
    range.has_nan = range.has_nan || row[i] != row[i];
  }
  range.low += 0.0;
  range.high += 0.0;
  return range;
}

// Visitors of the state, see Reduction::visit_state.
struct Measure {
  std::size_t size = 0;
  template <class T>
  void plain(T&) {
    size += sizeof(T);
  }
  void sum(ExactSum&) { size += ExactSum::byte_size; }
};

struct Writer {
  std::byte* out;
  template <class T>
  void plain(T& part) {
    std::memcpy(out, &part, sizeof part);
    out += sizeof part;
  }
  void sum(ExactSum& part) {
    part.to_bytes(out);
    out += ExactSum::byte_size;
  }
};

struct Reader {
  const std::byte* in;
  template <class T>
  void plain(T& part) {
    std::memcpy(&part, in, sizeof part);
    in += sizeof part;
  }
  void sum(ExactSum& part) {
    part = ExactSum::from_bytes(in);
    in += ExactSum::byte_size;
  }
};

}  // namespace

std::optional<ReductionKind> reduction_kind(std::string_view name) {
  const auto found = std::find(reduction_names.begin(), reduction_names.end(), name);
  if (found == reduction_names.end()) return std::nullopt;
  return ReductionKind(found - reduction_names.begin());
}

Reduction::Reduction(const std::vector<ReductionKind>& kinds)
    : min_{infinity, {}, 0}, max_{-infinity, {}, 0}, first_nan_{not_a_number, {}, 0} {
  for (const ReductionKind kind : kinds) kinds_ |= std::uint64_t(1) << unsigned(kind);
}

bool Reduction::needs_extremes() const {
  return needs_positions() || has(ReductionKind::linf) || has(ReductionKind::min) ||
         has(ReductionKind::max);
}

void Reduction::require(ReductionKind kind) const {
  if (!has(kind))
    throw Bug("the reduction " + std::string(reduction_name(kind)) + " was not asked for");
}

void Reduction::add_row(const double* row, int n, const Index3& first) {
  if (n < 0) throw Bug("a reduction was given a row of negative length");
  const auto count = std::size_t(n);
  count_ += n;
  if (needs_sum()) sum_.add(row, count);
  if (has(ReductionKind::l1)) magnitudes_.add_magnitudes(row, count);
  LaneRange lanes;
  if (has(ReductionKind::l2) && squares_.add_squares(row, count, lanes)) {
    if (!needs_extremes() || !could_win(lanes)) return;
    const Range range = range_in(lanes);
    return add_extremes(row, n, first, range.low, range.high);
  }
  const Range range = range_of(row, count);
  if (!range.is_finite() && n > 0) count_not_finite(row, n, first);
  if (needs_extremes()) add_extremes(row, n, first, range.low, range.high);
}

// Of two equal values the position decides.
bool Reduction::could_win(const LaneRange& lanes) const {
  return any_bit((LaneBits)(lanes.low <= Lanes{} + min_.value) |
                 (LaneBits)(lanes.high >= Lanes{} + max_.value));
}

void Reduction::count_not_finite(const double* row, int n, const Index3& first) {
  for (int i = 0; i < n; ++i) {
    if (std::isnan(row[i])) {
      ++nans_;
      keep(first_nan_, {not_a_number, {first[0] + i, first[1], first[2]}, 1}, false);
    } else if (std::isinf(row[i])) {
      ++infinities_;
    }
  }
}

void Reduction::add_extremes(const double* row, int n, const Index3& first, double low,
                             double high) {
  if (low > high) return;  // no values but NaNs
  keep(min_, row, n, first, low, low < min_.value);
  keep(max_, row, n, first, high, high > max_.value);
}

// The search for the position is only needed where the row could win.
void Reduction::keep(Extreme& best, const double* row, int n, const Index3& first, double value,
                     bool better) const {
  Extreme candidate{value, {}, 1};
  if (needs_positions()) {
    const bool could_win =
        better || !best.found || (value == best.value && precedes(first, best.index));
    if (!could_win) return;
    candidate.index = {first[0] + int(std::find(row, row + n, value) - row), first[1], first[2]};
  }
  keep(best, candidate, better);
}

void Reduction::keep(Extreme& best, const Extreme& other, bool better) {
  if (!other.found) return;
  const bool tie = !better && (other.value == best.value || std::isnan(other.value));
  if (better || !best.found || (tie && precedes(other.index, best.index))) best = other;
}

void Reduction::merge(const Reduction& other) {
  if (kinds_ != other.kinds_) throw Bug("reductions of different kinds cannot be merged");
  count_ += other.count_;
  nans_ += other.nans_;
  infinities_ += other.infinities_;
  sum_.merge(other.sum_);
  magnitudes_.merge(other.magnitudes_);
  squares_.merge(other.squares_);
  keep(min_, other.min_, other.min_.value < min_.value);
  keep(max_, other.max_, other.max_.value > max_.value);
  keep(first_nan_, other.first_nan_, false);
}

double Reduction::value(ReductionKind kind) const {
  if (kind == ReductionKind::count) return double(count_);
  require(kind);
  if (nans_ > 0) return not_a_number;
  const double n = double(count_);
  switch (kind) {
    case ReductionKind::sum:
      return sum_.value();
    case ReductionKind::mean:
      return sum_.value() / n;
    case ReductionKind::l1:
      return magnitudes_.value() / n;
    case ReductionKind::l2:
      return std::sqrt(squares_.value() / n);
    case ReductionKind::linf:
      return count_ == 0 ? 0.0 : std::max(std::fabs(min_.value), std::fabs(max_.value));
    case ReductionKind::min:
    case ReductionKind::minloc:
      return min_.value;
    case ReductionKind::max:
    case ReductionKind::maxloc:
      return max_.value;
    case ReductionKind::count:
      break;
  }
  throw Bug("a reduction of unknown kind was asked for");
}

std::optional<Index3> Reduction::location(ReductionKind kind) const {
  if (kind != ReductionKind::minloc && kind != ReductionKind::maxloc) {
    throw Bug("only minloc and maxloc have a position");
  }
  require(kind);
  const Extreme& extreme = nans_ > 0 ? first_nan_ : kind == ReductionKind::minloc ? min_ : max_;
  return extreme.found ? std::optional(extreme.index) : std::nullopt;
}

// The one list of what the kinds need in bytes.
template <class Visitor>
void Reduction::visit_state(Visitor&& visit) {
  visit.plain(kinds_);
  visit.plain(count_);
  visit.plain(nans_);
  visit.plain(infinities_);
  if (needs_sum()) visit.sum(sum_);
  if (has(ReductionKind::l1)) visit.sum(magnitudes_);
  if (has(ReductionKind::l2)) visit.sum(squares_);
  if (needs_extremes()) {
    visit.plain(min_);
    visit.plain(max_);
    visit.plain(first_nan_);
  }
}

std::size_t Reduction::byte_size() const {
  Measure measure;
  Reduction(*this).visit_state(measure);
  return measure.size;
}

void Reduction::to_bytes(std::byte* out) const {
  static_assert(sizeof(Extreme) == sizeof(double) + 4 * sizeof(std::int32_t));
  Reduction(*this).visit_state(Writer{out});
}

void Reduction::merge_bytes(const std::byte* in) {
  std::uint64_t kinds = 0;
  std::memcpy(&kinds, in, sizeof kinds);
  if (kinds != kinds_) throw Bug("the bytes of a reduction are of other kinds");
  Reduction other = *this;
  other.visit_state(Reader{in});
  merge(other);
}

}  // namespace cardon

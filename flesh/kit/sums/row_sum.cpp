// SPDX-License-Identifier: Apache-2.0
#include "sums/row_sum.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace cardon {
namespace {

// Exponent fields that share windows. The fewer, the less is left below windows; the more, the less
// often others are opened.
constexpr int range_bits = 4;
// The upper window begins two exponents above the largest values, the lower one where that ends.
constexpr int upper_above = 2, window_bits = 52;
// A vector changes a lane by up to 2^51.
constexpr int max_vectors = 1 << 11;
// Exponents between the largest values of a block and the top of its range: others at its place may
// be a little larger. Beyond `max_room` the next block there gets another range.
constexpr int room = 4, max_room = 24;
constexpr std::size_t few_left = 4;    // go to the digits at once
constexpr std::size_t group_bits = 6;  // exponent fields that are cleared together
// Exponent fields of the largest values of blocks. Near the ends of the range windows would leave
// it, and bits below those of windows must not be denormal: runs take such results for zero.
constexpr int min_field = 256, max_field = 2000;

constexpr std::uint64_t full = std::uint64_t(1) << 62;  // a mantissa more still fits

constexpr int top_of(int range) { return (range << range_bits) + (1 << range_bits) - 1; }
constexpr int field_of(int window, int range) {
  return top_of(range) + upper_above - window * window_bits;
}

// 1.5 * 2^e. A sum of it and a value keeps the exponent e, so its bits are those of the start and
// the value as a multiple of the last bit of 2^e, rounded to nearest.
constexpr std::uint64_t start_bits(int window, int range) {
  return (std::uint64_t(field_of(window, range)) << 52) | (std::uint64_t(1) << 51);
}

// Of the last bit of a mantissa, in digits.
constexpr int position_of(int field) { return field == 0 ? 0 : field - 1; }

// Changes a digit by less than 2^33.
void add_integer(std::int64_t number, int position, RowSum::Digits& digits) {
  const int shift = position % digit_bits;
  const auto at = std::size_t(position / digit_bits);
  const std::int64_t lower = (number & digit_mask) << shift;
  const std::int64_t upper = (number >> digit_bits) * (std::int64_t(1) << shift);
  digits[at] += lower & digit_mask;
  digits[at + 1] += std::int64_t(std::uint64_t(lower) >> digit_bits) + (upper & digit_mask);
  digits[at + 2] += upper >> digit_bits;
}

// The larger ones lose what `taken` counts of them, exactly (P. H. Sterbenz, 1974).
// Values that are products are rounded before they get here: -ffp-contract=off.
inline void take_off(LaneBits& taken, Lanes& value, const Lanes& start) {
  const Lanes sum = value + start;
  taken += (LaneBits)sum;
  value -= sum - start;
}

inline void keep_smaller_bits(LaneBits& bits, const LaneBits& others) {
#if defined(__AVX512F__)
  bits = (LaneBits)_mm512_min_epu64((__m512i)bits, (__m512i)others);
#else
  bits = others < bits ? others : bits;
#endif
}

// Of magnitudes.
inline void keep_larger_bits(LaneBits& largest, const LaneBits& others) {
#if defined(__AVX512F__)
  largest = (LaneBits)_mm512_max_epu64((__m512i)largest, (__m512i)others);
#else
  keep_larger((LaneIntegers&)largest, (LaneIntegers)others);
#endif
}
inline int largest_field(const LaneBits& magnitudes) {
#if defined(__AVX512F__)
  return int(_mm512_reduce_max_epu64((__m512i)magnitudes) >> 52);
#else
  return int(combined(magnitudes, keep_larger<std::uint64_t>) >> 52);
#endif
}

constexpr int range_for(int field) {
  return field < min_field || field > max_field ? RowSum::no_range : (field + room) >> range_bits;
}

// A multiple of lane_count values.
bool are_finite(const double* values, std::size_t count) {
  LaneBits bits{};
  for (std::size_t i = 0; i < count; i += lane_count) {
    LaneBits v;
    load(v, values + i);
    bits |= (v & magnitude_mask) + smallest_normal_bits;
  }
  return !any_bit(bits & ~magnitude_mask);
}

}  // namespace

// Some vectors of a row, and a rest.
struct RowSum::Block {
  const double* values;
  std::size_t vectors;
  std::size_t rest;

  std::size_t all() const { return vectors + (rest > 0 ? 1 : 0); }
  std::size_t count() const { return vectors * lane_count + rest; }
  const double* last_vector() const { return values + count() - lane_count; }
};

// What windows take of a block, in lanes.
struct RowSum::Sweep {
  LaneBits taken[windows_of_rows];
  LaneBits min_bits;      // one less than the bits of the least magnitude but zero
  LaneRange range;        // of the values themselves
  std::size_t count = 0;  // of values of which something is left
};

// Values of one exponent are multiples of the last bit of their mantissas.
inline void RowSum::add(double value) {
  const std::uint64_t bits = bits_of(value);
  const std::uint64_t field = bits >> 52 & 0x7ff;
  const std::uint64_t mantissa = (bits & (smallest_normal_bits - 1)) | std::uint64_t(field != 0)
                                                                           << 52;
  const std::int64_t sign = std::int64_t(bits) >> 63;
  use_group(field >> group_bits);
  std::int64_t& sum = by_exponent_[field];
  sum += (std::int64_t(mantissa) ^ sign) - sign;
  if (std::uint64_t(sum) + full >= 2 * full) empty(field);
}

inline void RowSum::use_group(std::size_t group) {
  const std::uint32_t bit = std::uint32_t(1) << group;
  if ((used_groups_ & bit) != 0) return;
  used_groups_ |= bit;
  std::fill_n(by_exponent_.begin() + (group << group_bits), std::size_t(1) << group_bits, 0);
}

void RowSum::empty(std::size_t field) {
  add_integer(std::exchange(by_exponent_[field], 0), position_of(int(field)), digits_);
  if (++pending_ == carry_interval) carry();
}

// With room for so many vectors.
inline RowSum::Windows& RowSum::windows(int range, std::size_t vectors) {
  std::uint8_t& behind = windows_of_[std::size_t(range)];
  if (behind == 0) {
    windows_.push_back({{}, range, {}});
    behind = std::uint8_t(windows_.size());
  }
  Windows& windows = windows_[std::size_t(behind) - 1];
  if (windows.vectors[0] + int(vectors) >= max_vectors) close(windows);
  return windows;
}

inline void RowSum::add(const LaneBits* taken, int count, int range, std::size_t vectors) {
  Windows& windows = this->windows(range, vectors);
  for (int w = 0; w < count; ++w) {
    LaneSums& sums = windows.sums[std::size_t(w)];
    LaneBits sum;
    std::memcpy(&sum, sums.data(), sizeof sum);
    sum += taken[w];
    std::memcpy(sums.data(), &sum, sizeof sum);
    windows.vectors[std::size_t(w)] += int(vectors);
  }
}

void RowSum::close(Windows& windows) {
  add_windows(windows, digits_);
  if (++pending_ == carry_interval) carry();
  windows = {{}, windows.range, {}};
}

void RowSum::add_windows(const Windows& windows, Digits& digits) {
  for (int w = 0; w < window_count; ++w) {
    const int vectors = windows.vectors[std::size_t(w)];
    if (vectors == 0) continue;
    const std::uint64_t starts = std::uint64_t(vectors) * start_bits(w, windows.range);
    for (const std::uint64_t sum : windows.sums[std::size_t(w)])
      add_integer(std::int64_t(sum - starts), position_of(field_of(w, windows.range)), digits);
  }
}

// Neighbours have sizes alike, also where they decay: windows for the largest of a vector leave
// little.
void RowSum::add_left(double* left, std::size_t count) {
  std::size_t still_left = 0;
  for (std::size_t i = 0; i < count && count > few_left; i += lane_count) {
    Lanes v;
    load(v, left + i);
    const int field = largest_field((LaneBits)v & magnitude_mask);
    if (field >= min_field) {
      const int range = field >> range_bits;
      LaneBits taken[window_count] = {};
      for (int w = 0; w < window_count; ++w) {
        Lanes start;
        fill(start, double_of(start_bits(w, range)));
        take_off(taken[w], v, start);
      }
      add(taken, window_count, range, 1);
    }
    if (any_bit((LaneBits)v & magnitude_mask)) still_left += store_nonzero(v, left + still_left);
  }
  for (std::size_t i = 0; i < (count > few_left ? still_left : count); ++i) add(left[i]);
}

template <class Transform>
void RowSum::add_each(const Block& block) {
  for (std::size_t i = 0; i < block.count(); ++i) add(Transform::of(block.values[i]));
}

template <class Transform>
RowSum::Sweep RowSum::sweep(const Block& block, int range, double* left) {
  Lanes starts[windows_of_rows], low, high, v, next;
  LaneBits taken[windows_of_rows] = {}, min_bits = ~LaneBits{};
  std::size_t count = 0;
  for (int w = 0; w < windows_of_rows; ++w) fill(starts[w], double_of(start_bits(w, range)));
  load(low, block.last_vector());
  high = low;
  const auto take = [&](Lanes& lanes) {
    if (Transform::keeps_denormals)  // a zero becomes the largest of all
      keep_smaller_bits(min_bits, ((LaneBits)lanes & magnitude_mask) - 1);
    Transform::apply(lanes);
    for (int w = 0; w < windows_of_rows; ++w) take_off(taken[w], lanes, starts[w]);
  };
  const auto take_from = [&](const double* from, Lanes& lanes) {
    load(lanes, from);
    keep_smaller(low, lanes);
    keep_larger(high, lanes);
    take(lanes);
  };
  const double* from = block.values;
  for (std::size_t pair = 0; pair < block.vectors / 2; ++pair, from += 2 * lane_count) {
    take_from(from, v);
    take_from(from + lane_count, next);
    if (!any_bit(((LaneBits)v | (LaneBits)next) & magnitude_mask)) continue;
    count += store_nonzero(v, left + count);
    count += store_nonzero(next, left + count);
  }
  if (block.vectors % 2 != 0) {
    take_from(from, v);
    count += store_nonzero(v, left + count);
    from += lane_count;
  }
  if (block.rest > 0) {
    load(v, from, block.rest);
    take(v);
    count += store_nonzero(v, left + count);
  }
  std::fill_n(left + count, lane_count, 0.0);
  return {{taken[0], taken[1]}, min_bits, {low, high}, count};
}

// Adds a block that windows for this range of exponents take, but for what lies below them. Then
// `range` is that for the next block here.
template <class Transform>
RowSum::Fit RowSum::fit(const Block& block, int& range, LaneRange& seen) {
  double left[block_values + lane_count];
  const Sweep swept = sweep<Transform>(block, range, left);
  Lanes largest = -swept.range.low;
  keep_larger(largest, swept.range.high);
  Transform::apply(largest);
  const auto reaches = [bits = (LaneBits)largest](int field) {
    return any_bit((LaneBits)(bits >= LaneBits{} + (std::uint64_t(field) << 52)));
  };
  const bool has_denormals =
      any_bit((LaneBits)(swept.min_bits < LaneBits{} + (smallest_normal_bits - 1)));
  if (has_denormals || reaches(top_of(range) + 1)) return Fit::other;
  if (!are_finite(left, swept.count)) return Fit::not_finite;
  add(swept.taken, windows_of_rows, range, block.all());
  add_left(left, swept.count);
  if (!reaches(top_of(range) - max_room)) range = range_for(largest_field((LaneBits)largest));
  keep_smaller(seen.low, swept.range.low);
  keep_larger(seen.high, swept.range.high);
  return Fit::all;
}

// Where it is not known what the block is like.
template <class Transform>
bool RowSum::add_unknown(const Block& block, int& range, LaneRange& seen) {
  LaneBits largest{};
  const auto look = [&](const double* from) {
    Lanes v;
    load(v, from);
    keep_smaller(seen.low, v);
    keep_larger(seen.high, v);
    Transform::apply(v);
    keep_larger_bits(largest, (LaneBits)v & magnitude_mask);
  };
  for (std::size_t i = 0; i < block.vectors; ++i) look(block.values + i * lane_count);
  look(block.last_vector());
  const int field = largest_field(largest);
  range = range_for(field);
  if (field == 0x7ff) return false;
  if (any_bit(largest) && (range == no_range || fit<Transform>(block, range, seen) != Fit::all))
    add_each<Transform>(block);
  return true;
}

template <class Transform>
bool RowSum::add(const double* values, std::size_t count, std::size_t place, LaneRange& range) {
  const Block block{values, count / lane_count, count % lane_count};
  std::int8_t& kept = range_at_[place % range_at_.size()];
  int range_here = kept;
  Fit fits = Fit::other;
  if (range_here != no_range) fits = fit<Transform>(block, range_here, range);
  const bool finite =
      fits == Fit::other ? add_unknown<Transform>(block, range_here, range) : fits == Fit::all;
  kept = std::int8_t(range_here);
  return finite;
}

template bool RowSum::add<Itself>(const double*, std::size_t, std::size_t, LaneRange&);
template bool RowSum::add<Magnitude>(const double*, std::size_t, std::size_t, LaneRange&);
template bool RowSum::add<Square>(const double*, std::size_t, std::size_t, LaneRange&);

void RowSum::carry(Digits& digits) {
  std::int64_t carried = 0;
  for (std::size_t i = 0; i < digit_count; ++i) {
    const std::int64_t digit = digits[i] + carried;
    carried = digit >> digit_bits;
    digits[i] = i + 1 < digit_count ? digit & digit_mask : digit;
  }
}

void RowSum::carry() {
  carry(digits_);
  pending_ = 0;
}

RowSum::Digits RowSum::digits() const {
  Digits digits = digits_;
  for (const Windows& windows : windows_) add_windows(windows, digits);
  for (std::uint32_t left = used_groups_; left != 0; left &= left - 1) {
    const std::size_t first = std::size_t(std::countr_zero(left)) << group_bits;
    for (std::size_t field = first; field < first + (std::size_t(1) << group_bits); ++field)
      if (by_exponent_[field] != 0)
        add_integer(by_exponent_[field], position_of(int(field)), digits);
  }
  carry(digits);
  return digits;
}

}  // namespace cardon

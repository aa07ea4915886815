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
constexpr std::size_t vectors_at_once = 128 / lane_count;
constexpr std::size_t most_vectors_of_row = max_vectors / 2;
constexpr std::size_t group_bits = 6;  // exponent fields that are cleared together
// Exponent fields of the largest values of rows. Near the ends of the range windows would leave it,
// and bits below those of windows must not be denormal: runs take such results for zero.
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

// How many windows leave nothing of values, two or more; `least`: one less than the least bits of
// magnitudes but zero. The first window begins two bits above the largest values and takes all but
// the last bit of its width, and a mantissa has 53 bits.
inline int windows_for(const LaneBits& least, int range) {
  int windows = 2;
  for (; windows <= RowSum::window_count; ++windows) {
    const std::uint64_t covered = std::uint64_t(field_of(windows - 1, range)) << 52;
    if (!any_bit((LaneBits)(least < LaneBits{} + (covered - 1)))) break;
  }
  return windows;
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

inline void keep_smaller_bits(LaneBits& least, const LaneBits& others) {
#if defined(__AVX512F__)
  least = (LaneBits)_mm512_min_epu64((__m512i)least, (__m512i)others);
#else
  least = others < least ? others : least;
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
inline std::uint64_t largest_of(const LaneBits& bits) {
  return combined(bits, keep_larger<std::uint64_t>);
}

}  // namespace

// Some vectors of a row, and a rest.
struct RowSum::Block {
  const double* values;
  std::size_t vectors;
  std::size_t rest;

  std::size_t all() const { return vectors + (rest > 0 ? 1 : 0); }
  std::size_t count() const { return vectors * lane_count + rest; }
  template <class Transform, class Take>
  void for_each(const Take& take) const {
    const double* from = values;
    for (const double* const end = values + vectors * lane_count; from != end; from += lane_count) {
      Lanes v;
      load(v, from);
      Transform::apply(v);
      take(v);
    }
    if (rest == 0) return;
    Lanes v;
    load(v, from, rest);
    Transform::apply(v);
    take(v);
  }
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
RowSum::Windows& RowSum::windows(int range, std::size_t vectors) {
  std::uint8_t& behind = windows_of_[std::size_t(range)];
  if (behind == 0) {
    windows_.push_back({{}, range, {}});
    behind = std::uint8_t(windows_.size());
  }
  Windows& windows = windows_[std::size_t(behind) - 1];
  if (windows.vectors[0] + int(vectors) >= max_vectors) close(windows);
  return windows;
}

void RowSum::add(const LaneBits* taken, int count, int range, std::size_t vectors) {
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
    const auto n = std::size_t(w);
    const std::uint64_t starts = std::uint64_t(windows.vectors[n]) * start_bits(w, windows.range);
    for (std::size_t i = 0; windows.vectors[n] > 0 && i < lane_count; ++i)
      add_integer(std::int64_t(windows.sums[n][i] - starts),
                  position_of(field_of(w, windows.range)), digits);
  }
}

// How many windows the values need; nothing is added if these are more than `count`.
template <class Transform, int count>
int RowSum::fit_windows(const Block& block, int range) {
  Lanes starts[count];
  LaneBits taken[count] = {}, least = ~LaneBits{};
  for (int w = 0; w < count; ++w) fill(starts[w], double_of(start_bits(w, range)));
  block.for_each<Transform>([&](Lanes& v) {
    auto bits = (LaneBits)v;
    if (Transform::is_signed) bits &= magnitude_mask;
    keep_smaller_bits(least, bits - 1);  // a zero becomes the largest of all
    for (int w = 0; w < count; ++w) take_off(taken[w], v, starts[w]);
  });
  const int needed = windows_for(least, range);
  if (needed <= count) add(taken, count, range, block.all());
  return needed;
}

// What windows leave goes to the digits; returns how many values these are.
template <class Transform>
std::size_t RowSum::add_to_windows(const Block& block, int range) {
  Lanes starts[window_count];
  LaneBits taken[window_count] = {};
  for (int w = 0; w < window_count; ++w) fill(starts[w], double_of(start_bits(w, range)));
  double left[(vectors_at_once + 1) * lane_count];
  std::size_t count = 0;
  block.for_each<Transform>([&](Lanes& v) {
    for (int w = 0; w < window_count; ++w) take_off(taken[w], v, starts[w]);
    if (any_bit((LaneBits)v & magnitude_mask)) count += store_nonzero(v, left + count);
  });
  add(taken, window_count, range, block.all());
  for (std::size_t i = 0; i < count; ++i) add(left[i]);
  return count;
}

// Windows for the largest values of the block. Returns the way for the next one.
template <class Transform>
RowSum::Way RowSum::add_block(const Block& block, int range_of_row) {
  LaneBits least = ~LaneBits{}, largest{};
  block.for_each<Transform>([&](const Lanes& v) {
    const LaneBits bits = (LaneBits)v & magnitude_mask;
    keep_larger_bits(largest, bits);
    keep_smaller_bits(least, bits - 1);
  });
  const std::uint64_t most = largest_of(largest);
  const int field = int(most >> 52), range = field >> range_bits;
  if (field < min_field) {
    if (most > 0) add_to_digits<Transform>(block);
  } else if (windows_for(least, range) > 2 || fit_windows<Transform, 2>(block, range) > 2) {
    add_to_windows<Transform>(block, range);
  }
  const int needed = windows_for(least, range_of_row);
  return needed <= window_count ? Way(needed - 2) : range == range_of_row ? some_left : own_range;
}

template <class Transform>
void RowSum::add_to_digits(const Block& block) {
  block.for_each<Transform>([&](const Lanes& v) {
    for (std::size_t i = 0; i < lane_count; ++i) add(v[i]);
  });
}

// As for the block at this place of the last row. Returns the way for the next one.
template <class Transform>
RowSum::Way RowSum::add_in_range(const Block& block, int range, Way way) {
  if (way == two_windows) {
    const int needed = fit_windows<Transform, 2>(block, range);
    if (needed <= 2) return two_windows;
    way = needed <= window_count ? three_windows : some_left;
  }
  if (way == three_windows) {
    const int needed = fit_windows<Transform, window_count>(block, range);
    if (needed <= window_count) return Way(needed - 2);
  }
  if (way == own_range) return add_block<Transform>(block, range);
  const std::size_t left = add_to_windows<Transform>(block, range);
  return left == 0 ? three_windows : 2 * left < block.count() ? some_left : own_range;
}

// As one block, and its range on the way.
template <class Transform, bool with_range>
bool RowSum::add_like_last(const double* values, std::size_t count, LaneRange& range) {
  const std::size_t vectors = count / lane_count;
  const Block whole{values, vectors, 0};
  const Block rest{values + vectors * lane_count, 0, count % lane_count};
  Lanes starts[2], low, high;
  LaneBits taken[2] = {}, least = ~LaneBits{}, largest{};
  for (int w = 0; w < 2; ++w) fill(starts[w], double_of(start_bits(w, last_range_)));
  const auto take = [&](Lanes& v) {
    Transform::apply(v);
    const LaneBits bits = (LaneBits)v & magnitude_mask;  // the square of a NaN has its sign
    keep_larger_bits(largest, bits);
    keep_smaller_bits(least, bits - 1);
    for (int w = 0; w < 2; ++w) take_off(taken[w], v, starts[w]);
  };
  load(low, values + count - lane_count);
  high = low;
  whole.for_each<Itself>([&](Lanes& v) {
    if (with_range) keep_smaller(low, v);
    if (with_range) keep_larger(high, v);
    take(v);
  });
  rest.for_each<Itself>(take);
  const std::uint64_t most = (std::uint64_t(top_of(last_range_) + 1) << 52) - 1;
  if (any_bit((LaneBits)(largest > LaneBits{} + most)) || windows_for(least, last_range_) > 2)
    return false;
  add(taken, 2, last_range_, whole.all() + rest.all());
  range = {low, high};
  return true;
}

template <class Transform>
bool RowSum::add_like_last(const double* values, std::size_t count, LaneRange* range) {
  if (last_range_ < 0 || count < lane_count || count / lane_count >= most_vectors_of_row)
    return false;
  LaneRange unused;
  return range != nullptr ? add_like_last<Transform, true>(values, count, *range)
                          : add_like_last<Transform, false>(values, count, unused);
}

template <class Transform>
void RowSum::add(const double* values, std::size_t count, double largest, bool denormals) {
  const int field = exponent_field(largest);
  const bool in_windows = !denormals && field >= min_field && field <= max_field;
  bool all_in_two = in_windows;
  std::size_t place = 0;
  for (std::size_t done = 0, now; done < count; done += now, place = (place + 1) % ways_.size()) {
    now = std::min(vectors_at_once * lane_count, count - done);
    const Block block{values + done, now / lane_count, now % lane_count};
    if (in_windows)
      ways_[place] = add_in_range<Transform>(block, field >> range_bits, ways_[place]);
    else
      add_to_digits<Transform>(block);
    all_in_two = all_in_two && ways_[place] == two_windows;
  }
  last_range_ = all_in_two ? field >> range_bits : -1;
}

template void RowSum::add<Itself>(const double*, std::size_t, double, bool);
template bool RowSum::add_like_last<Itself>(const double*, std::size_t, LaneRange*);
template void RowSum::add<Magnitude>(const double*, std::size_t, double, bool);
template bool RowSum::add_like_last<Magnitude>(const double*, std::size_t, LaneRange*);
template void RowSum::add<Square>(const double*, std::size_t, double, bool);
template bool RowSum::add_like_last<Square>(const double*, std::size_t, LaneRange*);

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

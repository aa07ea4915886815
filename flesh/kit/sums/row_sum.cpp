// SPDX-License-Identifier: Apache-2.0
#include "sums/row_sum.hpp"

#include <algorithm>

namespace cardon {
namespace {

// A lane takes so many values, up to the largest ones of its window, and grows by half at most.
constexpr int growth_bits = 8;
constexpr int bits_per_window = 52 - growth_bits;
constexpr int max_groups = 1 << growth_bits;
constexpr std::size_t groups_at_once = 32;
constexpr std::size_t min_groups = 4;  // that tell what windows leave of a row
// Exponent fields of the largest values of rows. Near the ends of the range windows would leave it,
// and bits below those of windows must not be denormal: runs take such results for zero.
constexpr int min_field = 256, max_field = 2000;
// Rows between these begin no new windows: values vary from row to row.
constexpr int fields_above = 3, fields_below = 12;

// Where a sum in a lane of a window begins: 1.5 * 2^e. It keeps the exponent e to its end, so what
// it takes of each value is a multiple of the last bit of 2^e.
double start_of(int window, int top_field) {
  const int field = top_field + growth_bits + 2 - window * bits_per_window;
  return double_of((std::uint64_t(field) << 52) | (std::uint64_t(1) << 51));
}

// Leaves what is not a multiple of the last bit of the sum. What the sum has grown by, and what is
// left, is exact: the sum is never smaller than the value (T. J. Dekker, 1971).
// Values that are products are rounded before they get here: -ffp-contract=off.
inline void take_off(Lanes& sum, Lanes& value) {
  const Lanes before = sum;
  sum += value;
  value -= sum - before;
}

}  // namespace

// Every lane has digits of its own: additions to one would wait for each other.
void RowSum::add(const double* values) {
  LaneBits bits;
  load(bits, values);
  const LaneBits field = bits >> 52 & 0x7ff;
  const auto is_normal = (LaneBits)(field != 0);  // all bits, or none
  const LaneBits mantissa =
      (bits & (smallest_normal_bits - 1)) | (is_normal & smallest_normal_bits);
  const LaneBits position = field + is_normal;
  const LaneBits shift = position % digit_bits, index = position / digit_bits;
  const auto sign = (LaneBits)((LaneIntegers)bits >> 63);
  const LaneBits lower = ((mantissa << shift & std::uint64_t(digit_mask)) ^ sign) - sign;
  const LaneBits upper = ((mantissa >> (digit_bits - shift)) ^ sign) - sign;
  std::uint64_t at[lane_count], low[lane_count], high[lane_count];
  store(index, at);
  store(lower, low);
  store(upper, high);
  for (std::size_t i = 0; i < lane_count; ++i) {
    digits_[at[i]][i] += std::int64_t(low[i]);
    digits_[at[i] + 1][i] += std::int64_t(high[i]);
  }
  if (++pending_ == carry_interval) carry();
}

// What is left of a vector is kept behind a branch where little is, without one where values decay:
// which vectors leave something cannot be foreseen there.
template <class Transform, bool rarely_left>
void RowSum::add_to_windows(const double* values, std::size_t groups) {
  static_assert(window_count == 3);
  Lanes first[2], second[2], third[2];
  for (std::size_t n = 0; n < 2; ++n) {
    load(first[n], &windows_[0][n * lane_count]);
    load(second[n], &windows_[1][n * lane_count]);
    load(third[n], &windows_[2][n * lane_count]);
  }
  alignas(64) double left[groups_at_once * group_size];
  std::size_t left_count = 0;
  for (const double* const end = values + groups * group_size; values != end;
       values += group_size) {
    Lanes v[2];
    for (std::size_t n = 0; n < 2; ++n) {
      load(v[n], values + n * lane_count);
      Transform::apply(v[n]);
      take_off(first[n], v[n]);
      take_off(second[n], v[n]);
      take_off(third[n], v[n]);
    }
    if (rarely_left && !any_bit(((LaneBits)v[0] | (LaneBits)v[1]) & magnitude_mask)) continue;
    for (std::size_t n = 0; n < 2; ++n) {
      store(v[n], left + left_count);
      left_count += any_bit((LaneBits)v[n] & magnitude_mask) ? lane_count : 0;
    }
  }
  for (std::size_t n = 0; n < 2; ++n) {
    store(first[n], &windows_[0][n * lane_count]);
    store(second[n], &windows_[1][n * lane_count]);
    store(third[n], &windows_[2][n * lane_count]);
  }
  groups_in_windows_ += int(groups);
  if (groups >= min_groups) rarely_left_ = 4 * left_count < groups * group_size;
  for (std::size_t i = 0; i < left_count; i += lane_count) add(left + i);
}

void RowSum::open_windows(int field) {
  const bool fit = field <= top_field_ && field >= top_field_ - fields_above - fields_below;
  if (fit && groups_in_windows_ < max_groups) return;
  close_windows();
  if (!fit) top_field_ = field + fields_above;
  for (int w = 0; w < window_count; ++w) windows_[std::size_t(w)].fill(start_of(w, top_field_));
}

void RowSum::close_windows() {
  if (groups_in_windows_ == 0) return;
  groups_in_windows_ = 0;
  for (int w = 0; w < window_count; ++w)
    for (std::size_t n = 0; n < 2; ++n) {
      Lanes sum, start;
      load(sum, &windows_[std::size_t(w)][n * lane_count]);
      fill(start, start_of(w, top_field_));
      double taken[lane_count];
      store(sum - start, taken);
      add(taken);
    }
}

template <class Transform>
void RowSum::add_to_digits(const double* values, std::size_t groups) {
  for (std::size_t i = 0; i < groups * group_size; i += lane_count) {
    Lanes v;
    load(v, values + i);
    Transform::apply(v);
    double changed[lane_count];
    store(v, changed);
    add(changed);
  }
}

template <class Transform>
void RowSum::add(const double* values, std::size_t count, double largest, bool denormals) {
  const int field = exponent_field(largest);
  const bool in_windows = !denormals && field >= min_field && field <= max_field;
  const auto add_groups = [&](const double* from, std::size_t groups) {
    if (!in_windows) return add_to_digits<Transform>(from, groups);
    for (std::size_t now; groups > 0; groups -= now, from += now * group_size) {
      open_windows(field);
      now = std::min({groups, groups_at_once, std::size_t(max_groups - groups_in_windows_)});
      rarely_left_ ? add_to_windows<Transform, true>(from, now)
                   : add_to_windows<Transform, false>(from, now);
    }
  };
  const std::size_t rest = count % group_size;
  add_groups(values, count / group_size);
  if (rest == 0) return;
  double last[group_size] = {};
  std::copy(values + (count - rest), values + count, last);
  add_groups(last, 1);
}

template void RowSum::add<Itself>(const double*, std::size_t, double, bool);
template void RowSum::add<Magnitude>(const double*, std::size_t, double, bool);
template void RowSum::add<Square>(const double*, std::size_t, double, bool);

void RowSum::carry() {
  std::array<std::int64_t, lane_count> carried{};
  for (std::size_t i = 0; i < digit_count; ++i)
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      const std::int64_t digit = digits_[i][lane] + carried[lane];
      carried[lane] = digit >> digit_bits;
      digits_[i][lane] = i + 1 < digit_count ? digit & digit_mask : digit;
    }
  pending_ = 0;
}

RowSum::Digits RowSum::digits() const {
  RowSum sum = *this;
  sum.close_windows();
  sum.carry();
  Digits digits{};
  for (std::size_t i = 0; i < digits.size(); ++i)
    for (const std::int64_t digit : sum.digits_[i]) digits[i] += digit;
  return digits;
}

}  // namespace cardon

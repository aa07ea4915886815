// SPDX-License-Identifier: Apache-2.0
#include "cardon/kit/exact_sum.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <type_traits>

#include "cardon/thorn/error.hpp"
#include "sums/bin_window.hpp"

#ifdef __FAST_MATH__
#error "exact sums need IEEE arithmetic: compile without -ffast-math"
#endif

namespace cardon {
namespace {

constexpr int digit_bits = 32;
constexpr std::int64_t digit_mask = 0xffffffff;
constexpr std::int64_t carry_interval = 512;  // one addition changes a digit by less than 2^53

// What is added of each value. Its least magnitudes may be denormal, which count as they are where
// a run takes them for zero; squares are what the run computes.
struct Itself {
  static constexpr bool may_be_denormal = true;
  static void apply(Lanes&) {}
};
struct Magnitude {
  static constexpr bool may_be_denormal = true;
  static void apply(Lanes& v) { v = (Lanes)((LaneBits)v & magnitude_mask); }
};
struct Square {
  static constexpr bool may_be_denormal = false;
  static void apply(Lanes& v) { v *= v; }
};

template <class Transform>
inline LaneGroup transformed(LaneGroup group) {
  for (Lanes& v : group.v) Transform::apply(v);
  return group;
}

// Rounds the magnitude sum_i digits[i] 2^(32 i - 1074), digits in [0, 2^32), to the nearest double.
double round_magnitude(const std::int64_t* digits, int count) {
  int top = count - 1;
  while (top > 0 && digits[top] == 0) --top;
  const auto digit = [&](int i) { return i < 0 ? 0 : std::uint64_t(digits[i]); };
  const int msb = top * digit_bits + int(std::bit_width(digit(top))) - 1;
  if (msb < 53) return double_of(digit(1) << 32 | digit(0));  // subnormal or nearly: exact
  if (msb > 2097) return std::numeric_limits<double>::infinity();
  // `lead` has the leading bit at the top; `sticky` tells if anything lies below it.
  const int shift = digit_bits - int(std::bit_width(digit(top)));
  std::uint64_t lead = digit(top) << digit_bits | digit(top - 1);
  if (shift > 0) lead = lead << shift | digit(top - 2) >> (digit_bits - shift);
  bool sticky = (digit(top - 2) << shift & digit_mask) != 0;
  for (int i = 0; i < top - 2 && !sticky; ++i) sticky = digits[i] != 0;
  std::uint64_t mantissa = lead >> 11;
  const bool half = lead >> 10 & 1;
  sticky = sticky || (lead & 0x3ff) != 0;
  if (half && (sticky || (mantissa & 1))) ++mantissa;
  // The hidden bit of the mantissa adds one to the exponent field, and so does a carry out of it.
  return double_of((std::uint64_t(msb - 52) << 52) + mantissa);
}

}  // namespace

static_assert(std::is_trivially_copyable_v<ExactSum>);

void ExactSum::add(double value) {
  const std::uint64_t bits = bits_of(value);
  const int field = exponent_field(value);
  if (field == 0x7ff) {
    ++(value != value ? nans_ : value > 0 ? plus_infinities_ : minus_infinities_);
    return;
  }
  const std::uint64_t mantissa = (bits & (smallest_normal_bits - 1)) | std::uint64_t(field != 0)
                                                                           << 52;
  const int position = field - (field != 0);
  const int shift = position % digit_bits;
  const std::int64_t sign = std::int64_t(bits) >> 63;
  const auto signed_digit = [sign](std::uint64_t digit) {
    return (std::int64_t(digit) ^ sign) - sign;
  };
  std::int64_t* digits = &digits_[position / digit_bits];
  digits[0] += signed_digit(mantissa << shift & digit_mask);
  digits[1] += signed_digit(mantissa >> (digit_bits - shift));
  if (++pending_ >= carry_interval) carry();
}

// The first groups, up to one that has values beyond the upper bin or below the lower one.
template <class Transform>
inline std::size_t ExactSum::add_fitting(const double* values, std::size_t groups) {
  BinWindow<2> window(bins_.data(), upper_bin_);
  std::size_t done = 0;
  for (; done < groups; ++done) {
    LaneGroup group = transformed<Transform>(group_at(values + done * group_size));
    const auto cut = window.cut<Transform::may_be_denormal>(group);
    if (any_bit(window.beyond(cut) | left_in(group))) break;
    window.add(cut);
  }
  window.put(bins_.data(), done);
  in_bins_ += 2 * int(done);
  return done;
}

template <class Transform>
inline int ExactSum::add_group(LaneGroup& group) {
  using Window = BinWindow<4>;
  const int field = int(largest_bits(group) >> 52);
  const int first = field > max_field ? 0 : first_bin_of(field);
  for (int bin = first; Window::fits(bin); bin -= 8) {
    if (in_bins_ + 2 > max_in_bin) fold_bins();
    Window window(bins_.data(), bin);
    window.add(window.cut<Transform::may_be_denormal>(group));
    window.put(bins_.data(), 1);
    in_bins_ += 2;
    if (!any_bit(left_in(group))) return first;
  }
  for (const Lanes& v : group.v)
    for (std::size_t n = 0; n < lane_count; ++n)
      if ((bits_of(v[n]) & magnitude_mask) != 0) add(v[n]);
  return 0;
}

// A lane has a sign; its halves are added one by one, so that eight lanes do not overflow.
void ExactSum::fold_bins() {
  for (int bin = 0; bin < bin_count; ++bin) {
    std::int64_t upper = 0, lower = 0;
    for (std::size_t i = 0; i < bin_lanes; ++i) {
      const auto lane = std::int64_t(bins_[std::size_t(bin) * bin_lanes + i]);
      upper += lane >> digit_bits;
      lower += lane & digit_mask;
    }
    const int position = lowest_bin + bin * bin_spacing - 1;
    add_integer(lower, position);
    add_integer(upper, position + digit_bits);
  }
  bins_.fill(0);
  in_bins_ = 0;
}

// value * 2^(position - 1074), below 2^36.
void ExactSum::add_integer(std::int64_t value, int position) {
  if (value == 0) return;
  const int shift = position % digit_bits;
  std::int64_t* digits = &digits_[std::size_t(position / digit_bits)];
  const std::int64_t lower = value & digit_mask;
  digits[0] += std::int64_t(std::uint64_t(lower) << shift & digit_mask);
  digits[1] += (lower >> (digit_bits - shift)) + ((value >> digit_bits) << shift);
  if (++pending_ >= carry_interval) carry();
}

// Neighbours are of similar size, and so are rows: most groups go to the bins of those before.
template <class Transform>
void ExactSum::add_all(const double* values, std::size_t count) {
  const double* const end = values + count;
  bool try_window = true;
  for (std::size_t groups = count / group_size; groups > 0;) {
    if (in_bins_ + 2 > max_in_bin) fold_bins();
    const std::size_t now = std::min(groups, std::size_t(max_in_bin - in_bins_) / 2);
    std::size_t done = try_window ? add_fitting<Transform>(values, now) : 0;
    if (done < now) {
      LaneGroup group = transformed<Transform>(group_at(values + done++ * group_size));
      const int bin = add_group<Transform>(group);
      try_window = bin == upper_bin_;
      if (bin != 0) upper_bin_ = bin;
    }
    values += done * group_size;
    groups -= done;
  }
  if (const std::size_t rest = count % group_size; rest > 0) {
    LaneGroup group = transformed<Transform>(last_group(end, rest, count));
    add_group<Transform>(group);
  }
}

void ExactSum::add(const double* values, std::size_t count, std::ptrdiff_t stride) {
  if (stride == 1) return add_all<Itself>(values, count);
  double group[group_size];
  for (std::size_t start = 0; start < count; start += group_size) {
    const std::size_t now = std::min(group_size, count - start);
    for (std::size_t i = 0; i < now; ++i) group[i] = values[std::ptrdiff_t(start + i) * stride];
    add_all<Itself>(group, now);
  }
}

void ExactSum::add_magnitudes(const double* values, std::size_t count) {
  add_all<Magnitude>(values, count);
}

void ExactSum::add_squares(const double* values, std::size_t count) {
  add_all<Square>(values, count);
}

void ExactSum::carry() {
  std::int64_t carried = 0;
  for (int i = 0; i < digit_count - 1; ++i) {
    const std::int64_t digit = digits_[i] + carried;
    digits_[i] = digit & digit_mask;
    carried = digit >> digit_bits;
  }
  digits_[digit_count - 1] += carried;
  pending_ = 0;
}

void ExactSum::settle() {
  fold_bins();
  carry();
}

void ExactSum::merge(const ExactSum& other) {
  ExactSum carried = other;
  carried.settle();
  settle();
  for (int i = 0; i < digit_count; ++i) digits_[i] += carried.digits_[i];
  carry();
  nans_ += carried.nans_;
  plus_infinities_ += carried.plus_infinities_;
  minus_infinities_ += carried.minus_infinities_;
}

double ExactSum::value() const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (nans_ > 0 || (plus_infinities_ > 0 && minus_infinities_ > 0)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (plus_infinities_ > 0) return infinity;
  if (minus_infinities_ > 0) return -infinity;
  ExactSum sum = *this;
  sum.settle();
  const bool negative = sum.digits_.back() < 0;
  if (negative) {
    for (std::int64_t& digit : sum.digits_) digit = -digit;
    sum.carry();
  }
  const double magnitude = round_magnitude(sum.digits_.data(), digit_count);
  return negative ? -magnitude : magnitude;
}

void ExactSum::to_bytes(std::byte* out) const {
  ExactSum sum = *this;
  sum.settle();
  std::memcpy(out, &sum.digits_, sizeof sum.digits_);
  out += sizeof sum.digits_;
  for (const std::int64_t n : {sum.nans_, sum.plus_infinities_, sum.minus_infinities_}) {
    std::memcpy(out, &n, sizeof n);
    out += sizeof n;
  }
}

ExactSum ExactSum::from_bytes(const std::byte* in) {
  static_assert(byte_size == (digit_count + 3) * sizeof(std::int64_t));
  ExactSum sum;
  std::memcpy(&sum.digits_, in, sizeof sum.digits_);
  in += sizeof sum.digits_;
  for (std::int64_t* n : {&sum.nans_, &sum.plus_infinities_, &sum.minus_infinities_}) {
    std::memcpy(n, in, sizeof *n);
    in += sizeof *n;
    if (*n < 0) throw Bug("the bytes of an exact sum have a negative count");
  }
  for (int i = 0; i < digit_count - 1; ++i) {
    if ((sum.digits_[i] & ~digit_mask) != 0) throw Bug("the bytes of an exact sum are damaged");
  }
  return sum;
}

}  // namespace cardon

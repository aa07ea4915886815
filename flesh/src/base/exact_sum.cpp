// SPDX-License-Identifier: Apache-2.0
#include "cardon/kit/exact_sum.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>

#include "base/lanes.hpp"
#include "cardon/thorn/error.hpp"

#ifdef __FAST_MATH__
#error "exact sums need IEEE arithmetic: compile without -ffast-math"
#endif

namespace cardon {
namespace {

constexpr int digit_bits = 32;
constexpr std::int64_t digit_mask = 0xffffffff;
constexpr std::int64_t carry_interval = 512;  // one addition changes a digit by less than 2^53
constexpr std::size_t block_size = 512;
constexpr std::size_t short_count = 16;  // below this the block method does not pay
// A block of n values may be added as doubles without rounding if n <= 2^(growth_bits + 1).
constexpr int growth_bits = 8;
static_assert(block_size <= std::size_t(2) << growth_bits);
constexpr int bits_per_pass = 2 * (53 - growth_bits);
// Measured in tenths of nanoseconds: they decide which way a block is added, never the result.
constexpr int cost_of_pass = 150, cost_of_pass_per_value = 3, cost_of_single_value = 25;

int exponent_field(double value) { return int((bits_of(value) >> 52) & 0x7ff); }

double one_and_a_half(int field) {
  return double_of((std::uint64_t(field) << 52) | (std::uint64_t(1) << 51));
}

// Lanes may be any order of the values: see growth_bits.
double sum_of(const Lanes& lanes) {
  double sum = 0;
  for (std::size_t i = 0; i < lane_count; ++i) sum += lanes[i];
  return sum;
}

double largest_of(const Lanes& lanes) {
  double largest = 0;
  for (std::size_t i = 0; i < lane_count; ++i) largest = std::max(largest, lanes[i]);
  return largest;
}

void magnitude_of(Lanes& out, const Lanes& value) {
  out = (Lanes)((LaneBits)value & magnitude_mask);
}

struct Magnitudes {
  double least, largest;  // of the values that are not zero; largest is 0 if there are none
};

Magnitudes magnitudes(const double* values, std::size_t count) {
  Lanes infinite, least, largest{};
  fill(infinite, std::numeric_limits<double>::infinity());
  least = infinite;
  for (std::size_t i = 0; i < count; i += lane_count) {
    Lanes v, magnitude;
    load(v, values + i);
    magnitude_of(magnitude, v);
    largest = magnitude > largest ? magnitude : largest;
    magnitude = magnitude > 0 ? magnitude : infinite;
    least = magnitude < least ? magnitude : least;
  }
  double smallest = infinite[0];
  for (std::size_t i = 0; i < lane_count; ++i) smallest = std::min(smallest, least[i]);
  return {smallest, largest_of(largest)};
}

// Passes near the ends of the range of exponents would leave it; many passes cost more than single
// additions.
bool passes_pay(const Magnitudes& range, std::size_t count) {
  const int upper = exponent_field(range.largest), lower = exponent_field(range.least);
  if (lower < 128 || upper > 2000) return false;
  const int passes = (upper - lower + 53 + bits_per_pass - 1) / bits_per_pass;
  return passes * (cost_of_pass + cost_of_pass_per_value * int(count)) <
         cost_of_single_value * int(count);
}

struct Slices {
  double upper, lower;  // exact sums of the bits taken off
  double rest;          // largest magnitude of what remains
};

// Takes the leading bits off each value: with M = 1.5 * 2^(top + growth_bits), (x + M) - M is x
// rounded to a multiple of the last bit of M, and the difference is exact. All multiples together
// fit 53 bits, so their sum is exact too.
Slices slice(double* values, std::size_t count, int field) {
  Lanes m0, m1, sum0{}, sum1{}, rest{};
  fill(m0, one_and_a_half(field + growth_bits + 1));
  fill(m1, one_and_a_half(field + 2 * growth_bits + 1 - 53));
  for (std::size_t i = 0; i < count; i += lane_count) {
    Lanes v;
    load(v, values + i);
    const Lanes q0 = (v + m0) - m0;
    sum0 += q0;
    v -= q0;
    const Lanes q1 = (v + m1) - m1;
    sum1 += q1;
    v -= q1;
    store(v, values + i);
    magnitude_of(v, v);
    rest = v > rest ? v : rest;
  }
  return {sum_of(sum0), sum_of(sum1), largest_of(rest)};
}

// Copies to `out`, pads with zeros to full lanes, and tells if all values are finite.
bool gather(const double* values, std::size_t count, std::ptrdiff_t stride, double* out) {
  std::uint64_t bits = 0;
  if (stride == 1) {
    for (std::size_t i = 0; i < count; ++i) bits |= not_finite_bit(out[i] = values[i]);
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      bits |= not_finite_bit(out[i] = values[std::ptrdiff_t(i) * stride]);
    }
  }
  for (std::size_t i = count; i % lane_count != 0; ++i) out[i] = 0;
  return bits >> 63 == 0;
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
  if (++pending_ == carry_interval) carry();
}

void ExactSum::add_short(const double* values, std::size_t count, std::ptrdiff_t stride) {
  for (std::size_t i = 0; i < count; ++i) add(values[std::ptrdiff_t(i) * stride]);
}

void ExactSum::add(const double* values, std::size_t count, std::ptrdiff_t stride) {
  alignas(64) double buffer[block_size];
  while (count > 0) {
    const std::size_t now = std::min(count, block_size);
    if (now >= short_count && gather(values, now, stride, buffer)) {
      add_block(buffer, now);
    } else {
      add_short(values, now, stride);
    }
    values += std::ptrdiff_t(now) * stride;
    count -= now;
  }
}

void ExactSum::add_block(double* padded, std::size_t count) {
  const Magnitudes range = magnitudes(padded, count);
  if (range.largest == 0) return;
  if (!passes_pay(range, count)) return add_short(padded, count, 1);
  for (double largest = range.largest; largest != 0;) {
    const Slices slices = slice(padded, count, exponent_field(largest));
    add(slices.upper);
    add(slices.lower);
    largest = slices.rest;
  }
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

void ExactSum::merge(const ExactSum& other) {
  ExactSum carried = other;
  carried.carry();
  carry();
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
  sum.carry();
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
  sum.carry();
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

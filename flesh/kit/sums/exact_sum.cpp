// SPDX-License-Identifier: Apache-2.0
#include "cardon/kit/exact_sum.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "cardon/thorn/error.hpp"
#include "sums/lanes.hpp"

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
constexpr std::size_t group_size = 2 * lane_count;
constexpr std::size_t part_size = 128;  // of a block that would take more passes than these
constexpr int passes_of_whole = 3;
static_assert(part_size % group_size == 0);
// A block of n values may be added as doubles without rounding if n <= 2^(growth_bits + 1).
constexpr int growth_bits = 8;
static_assert(block_size <= std::size_t(2) << growth_bits);
// A single sum holds half as many values: those of one of at least four lanes.
static_assert(block_size / group_size <= std::size_t(1) << (growth_bits - 1));
constexpr int bits_per_pass = 2 * (53 - growth_bits);
// Measured in tenths of nanoseconds: they decide which way a block is added, never the result.
constexpr int cost_of_pass = 150, cost_of_pass_per_value = 2, cost_of_single_value = 25;

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

// What is added of each value.
struct Itself {
  static void apply(Lanes&) {}
  static double of(double value) { return value; }
};
struct Magnitude {
  static void apply(Lanes& v) { v = (Lanes)((LaneBits)v & magnitude_mask); }
  static double of(double value) { return std::fabs(value); }
};
struct Square {
  static void apply(Lanes& v) { v *= v; }
  static double of(double value) { return value * value; }
};

// Magnitudes of doubles have the order of their bits as integers, whose maxima take one instruction
// without waiting for a comparison.
class MagnitudeRange {
 public:
  void add(const Lanes& values) {
    const LaneIntegers bits = (LaneIntegers)((LaneBits)values & magnitude_mask);
    largest_ = bits > largest_ ? bits : largest_;
    // A zero becomes the largest of all.
    const LaneIntegers below = (LaneIntegers)(((LaneBits)bits - 1) & magnitude_mask);
    least_ = below < least_ ? below : least_;
  }
  std::array<double, 2> result() const {
    std::int64_t largest = 0, least = magnitude_mask;
    for (std::size_t i = 0; i < lane_count; ++i) {
      largest = std::max(largest, std::int64_t(largest_[i]));
      least = std::min(least, std::int64_t(least_[i]));
    }
    return {double_of(std::uint64_t(least) + 1), double_of(std::uint64_t(largest))};
  }

 private:
  LaneIntegers largest_{}, least_ = LaneIntegers{} + std::int64_t(magnitude_mask);
};

struct Slices {
  double upper, lower;  // exact sums of the bits taken off
  bool rest;            // whether anything remains
};

// Adds values to sums of which each bit is a multiple of the last bit of where they began, and
// leaves what does not fit such a multiple. What the sum has grown by, and what is left, is exact.
inline void take_off(Lanes& sum, Lanes& value) {
  const Lanes before = sum;
  sum += value;
  value -= sum - before;
}

// Takes the leading bits off each value: sums that begin with M = 1.5 * 2^(top + growth_bits) have
// the exponent of M to their end, so all that is taken off is a multiple of the last bit of M, and
// together these multiples fit 53 bits. Two sums of each kind: one would wait for itself.
Slices slice(double* values, std::size_t count, int field) {
  Lanes m0, m1;
  fill(m0, one_and_a_half(field + growth_bits + 1));
  fill(m1, one_and_a_half(field + 2 * growth_bits + 1 - 53));
  Lanes upper[2] = {m0, m0}, lower[2] = {m1, m1};
  LaneBits rest{};
  for (std::size_t i = 0; i < count; i += group_size)
    for (std::size_t n = 0; n < 2; ++n) {
      Lanes v;
      load(v, values + i + n * lane_count);
      take_off(upper[n], v);
      take_off(lower[n], v);
      store(v, values + i + n * lane_count);
      rest |= (LaneBits)v;
    }
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < lane_count; ++i) bits |= rest[i];
  return {sum_of(upper[0] - m0) + sum_of(upper[1] - m0),
          sum_of(lower[0] - m1) + sum_of(lower[1] - m1), (bits & magnitude_mask) != 0};
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

void ExactSum::add_short(const double* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) add(values[i]);
}

struct ExactSum::Magnitudes {
  double least, largest;  // of the values that are not zero; largest is 0 if there are none
  bool finite() const { return largest <= std::numeric_limits<double>::max(); }
  int passes() const {
    return (exponent_field(largest) - exponent_field(least) + 53 + bits_per_pass - 1) /
           bits_per_pass;
  }
  // Passes near the ends of the range of exponents would leave it; many passes cost more than
  // single additions.
  bool passes_pay(std::size_t count) const {
    if (exponent_field(least) < 128 || exponent_field(largest) > 2000) return false;
    return passes() * (cost_of_pass + cost_of_pass_per_value * int(count)) <
           cost_of_single_value * int(count);
  }
};

// Puts what is added of each value to `out`, with zeros up to a whole group.
template <class Transform>
ExactSum::Magnitudes ExactSum::fill_block(const double* values, std::size_t count, double* out) {
  MagnitudeRange range;
  const auto put = [&range](const double* from, double* to) {
    Lanes v;
    load(v, from);
    Transform::apply(v);
    store(v, to);
    range.add(v);
  };
  std::size_t i = 0;
  for (; i + lane_count <= count; i += lane_count) put(values + i, out + i);
  if (i < count) {
    double rest[lane_count] = {};
    std::copy(values + i, values + count, rest);
    put(rest, out + i);
    i += lane_count;
  }
  for (; i % group_size != 0; ++i) out[i] = 0;
  const auto [least, largest] = range.result();
  return {least, largest};
}

template <class Transform>
void ExactSum::add_all(const double* values, std::size_t count) {
  alignas(64) double block[block_size];
  while (count > 0) {
    const std::size_t now = std::min(count, block_size);
    if (now < short_count) {
      for (std::size_t i = 0; i < now; ++i) add(Transform::of(values[i]));
    } else {
      const Magnitudes range = fill_block<Transform>(values, now, block);
      add_block(block, now, range);
    }
    values += now;
    count -= now;
  }
}

// Neighbours are of similar size: where a field decays, parts of a row need few passes each.
void ExactSum::add_block(double* block, std::size_t count, const Magnitudes& range) {
  if (range.largest == 0) return;
  if (count > part_size && range.finite() && range.passes() > passes_of_whole) {
    for (std::size_t i = 0; i < count; i += part_size) {
      const std::size_t now = std::min(part_size, count - i);
      add_block(block + i, now, fill_block<Itself>(block + i, now, block + i));
    }
  } else if (!range.finite() || !range.passes_pay(count)) {
    add_short(block, count);
  } else {
    bool more = true;
    for (int field = exponent_field(range.largest); more; field -= bits_per_pass) {
      const Slices slices = slice(block, count, field);
      add(slices.upper);
      add(slices.lower);
      more = slices.rest;
    }
  }
}

void ExactSum::add(const double* values, std::size_t count, std::ptrdiff_t stride) {
  if (stride == 1) return add_all<Itself>(values, count);
  double block[block_size];
  for (std::size_t start = 0; start < count; start += block_size) {
    const std::size_t now = std::min(block_size, count - start);
    for (std::size_t i = 0; i < now; ++i) block[i] = values[std::ptrdiff_t(start + i) * stride];
    add_all<Itself>(block, now);
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

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cardon/kit/exact_sum.hpp>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <limits>

#include "sums/lanes.hpp"
#include "sums/row_sum.hpp"

namespace cardon {
namespace {

constexpr std::size_t short_count = 16;  // below this lanes do not pay

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

ExactSum::ExactSum() = default;
ExactSum::~ExactSum() = default;
ExactSum::ExactSum(ExactSum&&) noexcept = default;
ExactSum& ExactSum::operator=(ExactSum&&) noexcept = default;

ExactSum::ExactSum(const ExactSum& other)
    : digits_(other.digits_),
      nans_(other.nans_),
      plus_infinities_(other.plus_infinities_),
      minus_infinities_(other.minus_infinities_),
      pending_(other.pending_) {
  static_assert(digit_count == cardon::digit_count);
  if (other.rows_) add_digits(*other.rows_);
}

ExactSum& ExactSum::operator=(const ExactSum& other) { return *this = ExactSum(other); }

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

// `range` covers the values where all are finite and windows are used, which the answer tells.
template <class Transform>
bool ExactSum::add_all(const double* values, std::size_t count, LaneRange& range) {
  const auto add_each = [this](const double* first, const double* end) {
    for (; first != end; ++first) add(Transform::of(*first));
    return false;
  };
  if (count < short_count) return add_each(values, values + count);
  if (!rows_) rows_ = std::make_unique<RowSum>();
  fill(range.low, std::numeric_limits<double>::infinity());
  fill(range.high, -std::numeric_limits<double>::infinity());
  const std::size_t blocks = (count + RowSum::block_values - 1) / RowSum::block_values;
  bool finite = true;
  for (std::size_t n = 0; n < blocks; ++n) {
    const double* const first = values + count * n / blocks;
    const double* const end = values + count * (n + 1) / blocks;
    if (!rows_->add<Transform>(first, std::size_t(end - first), n, range))
      finite = add_each(first, end);
  }
  return finite;
}

void ExactSum::add(const double* values, std::size_t count, std::ptrdiff_t stride) {
  LaneRange unused;
  if (stride == 1) {
    add_all<Itself>(values, count, unused);
    return;
  }
  double block[256];
  for (std::size_t start = 0; start < count; start += std::size(block)) {
    const std::size_t now = std::min(std::size(block), count - start);
    for (std::size_t i = 0; i < now; ++i) block[i] = values[std::ptrdiff_t(start + i) * stride];
    add_all<Itself>(block, now, unused);
  }
}

void ExactSum::add_magnitudes(const double* values, std::size_t count) {
  LaneRange unused;
  add_all<Magnitude>(values, count, unused);
}

void ExactSum::add_squares(const double* values, std::size_t count) {
  LaneRange unused;
  add_squares(values, count, unused);
}

bool ExactSum::add_squares(const double* values, std::size_t count, LaneRange& range) {
  return add_all<Square>(values, count, range);
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
  if (rows_) add_digits(*rows_);
  rows_.reset();
  carry();
}

void ExactSum::add_digits(const RowSum& rows) {
  carry();
  const RowSum::Digits digits = rows.digits();
  for (std::size_t i = 0; i < digits.size(); ++i) digits_[i] += digits[i];
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

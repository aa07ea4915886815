// SPDX-License-Identifier: Apache-2.0
#include "predictor.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace cardon::filters {
namespace {

// Weight of the value q + 1 steps before: (-1)^q (order over q + 1).
constexpr double weight(int order, int q) {
  double value = 1;
  for (int i = 0; i <= q; ++i) value = value * (order - i) / (i + 1);
  return q % 2 == 0 ? value : -value;
}

template <int order, class Before>
inline double extrapolate(const Before& before) {
  double sum = 0;
  if constexpr (order > 0) {
    sum = weight(order, order - 1) * before(order - 1);
#pragma GCC unroll 8
    for (int q = order - 2; q >= 0; --q) sum += weight(order, q) * before(q);
  }
  return sum;
}

template <int order>
void in_time(const double* const* past, std::size_t count, double* __restrict expected) {
  std::array<const double*, max_order> from{};
  std::copy_n(past, order, from.begin());
  for (std::size_t i = 0; i < count; ++i)
    expected[i] = extrapolate<order>([&](int q) { return from[std::size_t(q)][i]; });
}

// A group of rows at work. `stride` is the distance of rows in `errors`.
struct Rows {
  const double* expected;
  double* errors;  // value - expected
  std::size_t stride;
};

// The bits of a NaN are up to the processor, so 0 stands for it.
inline Word as_integer(double expectation) {
  return expectation == expectation ? ordered(std::bit_cast<Word>(expectation)) : 0;
}

template <int order>
inline Word expectation(const Rows& rows, std::size_t i) {
  if constexpr (order == 0) return as_integer(rows.expected[i]);
  const double error = extrapolate<order>(
      [&](int q) { return *(rows.errors + i - std::size_t(q + 1) * rows.stride); });
  return as_integer(rows.expected[i] + error);
}

// The same sum in an order in which little is left to do once the value before is known: rows of
// few values are decoded as fast as each value follows from the one a row before it.
template <int order>
inline Word short_expectation(const Rows& rows, const std::byte* values, std::size_t i) {
  if constexpr (order == 0) return as_integer(rows.expected[i]);
  double sum = rows.expected[i];
#pragma GCC unroll 8
  for (int q = order - 1; q > 0; --q)
    sum += weight(order, q) * *(rows.errors + i - std::size_t(q + 1) * rows.stride);
  sum -= weight(order, 0) * *(rows.expected + i - rows.stride);
  const double before = load_double(values - word_size * rows.stride, i);
  return as_integer(sum + weight(order, 0) * before);
}

template <int order, bool short_rows>
void encode(const Rows& rows, const std::byte* __restrict values, std::size_t count,
            std::byte* __restrict words) {
  for (std::size_t i = 0; i < count; ++i) {
    const Word expected =
        short_rows ? short_expectation<order>(rows, values, i) : expectation<order>(rows, i);
    store(words, i, zigzag(ordered(load(values, i)) - expected));
  }
}

template <int order>
void decode(const Rows& at, const std::byte* __restrict words, std::size_t count,
            std::byte* __restrict values) {
  const Rows rows = at;
#pragma GCC ivdep  // within one row nothing depends on anything
  for (std::size_t i = 0; i < count; ++i) {
    const Word bits = ordered(from_zigzag(load(words, i)) + expectation<order>(rows, i));
    store(values, i, bits);
    rows.errors[i] = std::bit_cast<double>(bits) - rows.expected[i];
  }
}

template <int order>
void decode_short(const Rows& at, const std::byte* __restrict words, std::size_t count,
                  std::byte* values) {
  const Rows rows = at;
  for (std::size_t i = 0; i < count; ++i) {
    const Word bits =
        ordered(from_zigzag(load(words, i)) + short_expectation<order>(rows, values, i));
    store(values, i, bits);
    rows.errors[i] = std::bit_cast<double>(bits) - rows.expected[i];
  }
}

struct Kernels {
  void (*in_time)(const double* const* past, std::size_t count, double* expected);
  using Code = void (*)(const Rows&, const std::byte* in, std::size_t count, std::byte* out);
  Code encode, encode_short, decode, decode_short;
};

template <int... order>
constexpr std::array<Kernels, sizeof...(order)> table(std::integer_sequence<int, order...>) {
  return {Kernels{in_time<order>, encode<order, false>, encode<order, true>, decode<order>,
                  decode_short<order>}...};
}

constexpr auto kernels = table(std::make_integer_sequence<int, max_order + 1>());

// Shorter rows are decoded value by value, one row running into the next.
constexpr std::size_t short_row = 12;
constexpr std::size_t vector_words = 8;

// Distance of rows in `work` while decoding: loads from a row then meet the stores of whole
// vectors.
std::size_t stride_of(CodecRows rows) {
  const auto length = std::size_t(rows.length);
  if (length < short_row) return length;
  return (length + vector_words - 1) / vector_words * vector_words;
}

const Kernels& of_order(int order) { return kernels[std::size_t(order)]; }

}  // namespace

void extrapolate_in_time(int order, const double* const* past, std::size_t count,
                         double* expected) {
  of_order(order).in_time(past, count, expected);
}

void encode_rows(int order, CodecRows rows, const double* expected, const std::byte* values,
                 double* work, std::byte* words) {
  const auto length = std::size_t(rows.length), count = std::size_t(rows.count);
  const std::size_t total = length * count;
  for (std::size_t i = 0; i < total; ++i) work[i] = load_double(values, i) - expected[i];
  const auto encode = [&](int rows_before, std::size_t begin, std::size_t end) {
    const Kernels& kernel = of_order(rows_before);
    (length < short_row ? kernel.encode_short : kernel.encode)(
        {expected + begin, work + begin, length}, values + word_size * begin, end - begin,
        words + word_size * begin);
  };
  const std::size_t start = std::min(std::size_t(order), count);
  for (std::size_t y = 0; y < start; ++y) encode(int(y), y * length, (y + 1) * length);
  encode(order, start * length, total);
}

void decode_rows(int order, CodecRows rows, const double* expected, const std::byte* words,
                 double* work, std::byte* values) {
  const auto length = std::size_t(rows.length), count = std::size_t(rows.count);
  const std::size_t stride = stride_of(rows);
  const auto decode = [&](Kernels::Code kernel, std::size_t y, std::size_t many) {
    const std::size_t begin = y * length;
    kernel({expected + begin, work + y * stride, stride}, words + word_size * begin, many * length,
           values + word_size * begin);
  };
  const bool is_short = length < short_row;
  const std::size_t start = std::min(std::size_t(order), count);
  for (std::size_t y = 0; y < start; ++y)
    decode(is_short ? of_order(int(y)).decode_short : of_order(int(y)).decode, y, 1);
  if (is_short) {
    decode(of_order(order).decode_short, start, count - start);
  } else {
    for (std::size_t y = start; y < count; ++y) decode(of_order(order).decode, y, 1);
  }
}

std::size_t work_doubles(CodecRows rows) { return stride_of(rows) * std::size_t(rows.count); }

}  // namespace cardon::filters

// SPDX-License-Identifier: Apache-2.0
// Expected values of a group of rows: extrapolated in time from earlier messages; what that misses
// is extrapolated from the rows before. Every operation is an IEEE one of doubles in an order fixed
// by the source, so that both ends, whatever their processors, expect the same bits.
#pragma once
#include <cardon/services/codec.hpp>

#include "words.hpp"

namespace cardon::filters {

/// Points of the extrapolation: polynomials of degree order - 1; 0 expects nothing.
constexpr int max_order = 8;

/// expected[i] from past[0][i] (the last message), past[1][i], ..., past[order - 1][i].
void extrapolate_in_time(int order, const double* const* past, std::size_t count, double* expected);

/// Turns the values of a group into words: zig-zag differences between value and expectation as
/// ordered integers. Row y is extrapolated from the min(order, y) rows before it, where a row is
/// value - `expected`. `work` holds work_doubles(rows) doubles.
void encode_rows(int order, CodecRows rows, const double* expected, const std::byte* values,
                 double* work, std::byte* words);
/// Undoes encode_rows().
void decode_rows(int order, CodecRows rows, const double* expected, const std::byte* words,
                 double* work, std::byte* values);
std::size_t work_doubles(CodecRows rows);

}  // namespace cardon::filters

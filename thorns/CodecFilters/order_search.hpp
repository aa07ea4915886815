// SPDX-License-Identifier: Apache-2.0
// Which orders of extrapolation make the smallest words.
#pragma once
#include "message_history.hpp"

namespace cardon::filters {

/// Rows of a piece and the place of their first value in it.
struct RowGroup {
  CodecRows rows;
  std::size_t first = 0;
  std::size_t size() const { return std::size_t(rows.length) * std::size_t(rows.count); }
};

/// Messages and rows that an expectation is made of, each from 0 to max_order.
struct Orders {
  int time = 0, rows = 0;
};

/// The best orders for a group of the message `values`, found by trying all orders in time with the
/// rows of `now`, then all of rows. On a sample: the first rows of a large group.
Orders choose_orders(const RowGroup& group, const MessageHistory& history,
                     std::span<const std::byte> values, Orders now);

}  // namespace cardon::filters

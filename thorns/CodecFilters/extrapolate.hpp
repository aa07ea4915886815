// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/codec.hpp>
#include <vector>

#include "message_history.hpp"
#include "order_search.hpp"

namespace cardon::filters {

/// Sends by how much the values differ from those that sender and receiver expect: extrapolated in
/// time from the last messages of the stream, then along rows. The orders of both are chosen by the
/// sender, for every group of rows by itself, and stand behind the words, one byte per group: in
/// time in its upper half, along rows in its lower.
class Extrapolate : public Codec {
 public:
  void open(const CodecSetup& setup) override;
  std::size_t bound(std::size_t bytes) const override { return bytes + groups_.size(); }
  std::size_t encode(std::span<const std::byte> in, std::span<std::byte> out) override;
  std::size_t decode(std::span<const std::byte> in, std::span<std::byte> out) override;
  void remember(std::span<const std::byte> values) override;
  int memory() const override { return max_order; }

 private:
  std::size_t bytes() const { return word_size * history_.size(); }
  bool choice_is_due() const;

  std::vector<RowGroup> groups_;
  std::vector<Orders> orders_;  // of each group
  MessageHistory history_;
  int past_at_choice_ = -1;  // messages that were known; -1: no choice yet
  int since_choice_ = 0;     // messages
};

}  // namespace cardon::filters

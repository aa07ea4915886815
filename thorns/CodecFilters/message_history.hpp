// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cardon/services/codec.hpp>
#include <vector>

#include "predictor.hpp"

namespace cardon::filters {

/// The last messages of a stream.
class MessageHistory {
 public:
  using Past = std::array<const double*, max_order>;

  /// Empty, for messages of `size` values.
  void open(std::size_t size);
  /// The newest message; the oldest is forgotten.
  void add(std::span<const std::byte> values);
  /// Value `first` and those behind it, in the last message, the one before, ...: length()
  /// pointers.
  Past past(std::size_t first) const;
  /// How many messages are known, at most max_order.
  int length() const { return length_; }
  /// Values in a message.
  std::size_t size() const { return size_; }

 private:
  std::vector<double> values_;  // max_order messages, in turn
  std::size_t size_ = 0;
  int newest_ = 0, length_ = 0;
};

}  // namespace cardon::filters

// SPDX-License-Identifier: Apache-2.0
#include "message_history.hpp"

#include <algorithm>

namespace cardon::filters {

void MessageHistory::open(std::size_t size) {
  values_.assign(size * max_order, 0.0);
  size_ = size;
  newest_ = length_ = 0;
}

void MessageHistory::add(std::span<const std::byte> values) {
  newest_ = (newest_ + 1) % max_order;
  length_ = std::min(length_ + 1, max_order);
  const auto slot = std::span(values_).subspan(std::size_t(newest_) * size_, size_);
  std::copy(values.begin(), values.end(), std::as_writable_bytes(slot).begin());
}

MessageHistory::Past MessageHistory::past(std::size_t first) const {
  Past past{};
  for (int q = 0; q < length_; ++q) {
    const int slot = (newest_ - q + max_order) % max_order;
    past[std::size_t(q)] = values_.data() + std::size_t(slot) * size_ + first;
  }
  return past;
}

}  // namespace cardon::filters

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/types.hpp>
#include <deque>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace cardon::grid_driver {

/// Messages between blocks of the same rank, in the order in which they were put in.
class Mailbox {
 public:
  void put(int from, int to, std::vector<Real> values) {
    boxes_[{from, to}].push_back(std::move(values));
  }
  bool has(int from, int to) const {
    const auto box = boxes_.find({from, to});
    return box != boxes_.end() && !box->second.empty();
  }
  /// The oldest one; has() must say that there is one.
  std::vector<Real> take(int from, int to) {
    auto& box = boxes_.at({from, to});
    std::vector<Real> values = std::move(box.front());
    box.pop_front();
    return values;
  }
  /// A buffer that give_back() brought, the smallest one with room or the largest, or a new one.
  std::vector<Real> buffer(std::size_t values) {
    std::vector<Real> buffer;
    auto found = free_.lower_bound(values);
    if (found == free_.end() && !free_.empty()) --found;
    if (found != free_.end()) {
      buffer = std::move(found->second);
      free_.erase(found);
    }
    buffer.resize(values);
    return buffer;
  }
  void give_back(std::vector<Real> buffer) {
    const std::size_t capacity = buffer.capacity();
    free_.emplace(capacity, std::move(buffer));
  }
  /// Gets buffers for messages of so many values that are to be under way together.
  void provide(std::span<const std::size_t> messages) {
    std::vector<std::vector<Real>> buffers;
    for (const std::size_t values : messages) buffers.push_back(buffer(values));
    for (std::vector<Real>& buffer : buffers) give_back(std::move(buffer));
  }

 private:
  std::map<std::pair<int, int>, std::deque<std::vector<Real>>> boxes_;  // by block: from, to
  std::multimap<std::size_t, std::vector<Real>> free_;                  // by capacity
};

}  // namespace cardon::grid_driver

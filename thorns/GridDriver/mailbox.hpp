// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/types.hpp>
#include <deque>
#include <map>
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
  /// A buffer that give_back() brought, or a new one.
  std::vector<Real> buffer(std::size_t values) {
    std::vector<Real> buffer;
    if (!free_.empty()) {
      buffer = std::move(free_.back());
      free_.pop_back();
    }
    buffer.resize(values);
    return buffer;
  }
  void give_back(std::vector<Real> buffer) { free_.push_back(std::move(buffer)); }

 private:
  std::map<std::pair<int, int>, std::deque<std::vector<Real>>> boxes_;  // by block: from, to
  std::vector<std::vector<Real>> free_;
};

}  // namespace cardon::grid_driver

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/plan/slot.hpp>
#include <vector>

namespace cardon::plan {

/// How deep one slot is sent in an exchange.
struct SlotDepth {
  Slot slot;      ///< what is sent: one time level of one field
  int depth = 0;  ///< layers to send on the link of the exchange; never 0
  /// For every link, the layers that will be used until that link's next exchange. A block receives
  /// the part of its tile in its site's core grown by the wide links' needs, grown by `depth`, and
  /// cut to that grown core again.
  std::vector<int> needs;
  /// Whether slot, depth and needs are the same.
  bool operator==(const SlotDepth&) const = default;
};

/// One thing that every block does, in this order.
struct Operation {
  /// What the block does; `rotate` makes the next time level the current one.
  enum class Kind { compute, boundary, exchange, rotate, step_end };
  Kind kind = Kind::compute;  ///< which of the members below are in use
  int task = -1;              ///< compute, boundary, rotate: index of the task
  /// compute, boundary: for every link, the layers beyond the owned points to compute.
  std::vector<int> growth;
  int link = -1;                  ///< exchange: index of the link
  std::vector<SlotDepth> fields;  ///< exchange: what is sent
  /// Whether all members are the same.
  bool operator==(const Operation&) const = default;
};

}  // namespace cardon::plan

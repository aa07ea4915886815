// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>

namespace cardon::plan {

/// One time level of one field. Level 0 is the current one, 1, 2, ... are past ones, `next_level`
/// is the one being computed, which a rotation makes current.
struct Slot {
  static constexpr int next_level = -1;
  int field = 0;
  int level = 0;
  auto operator<=>(const Slot&) const = default;
};

}  // namespace cardon::plan

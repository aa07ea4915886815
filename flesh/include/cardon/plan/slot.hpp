// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>

namespace cardon::plan {

/// One time level of one field. Level 0 is the current one, 1, 2, ... are past ones, `next_level`
/// is the one being computed, which a rotation makes current.
struct Slot {
  static constexpr int next_level = -1;  ///< as FieldRef::next_level
  int field = 0;                         ///< index into Program::fields
  int level = 0;                         ///< 0: current; n > 0: n-th past one; or next_level
  /// Orders by field, then by level.
  auto operator<=>(const Slot&) const = default;
};

}  // namespace cardon::plan

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>

namespace cardon::boundaries {

/// Points [a0, a1) of lines [b0, b1) of a face for which something is kept.
struct CoveredLines {
  int a0 = 0, a1 = 0, b0 = 0, b1 = 0;

  bool empty() const { return a0 >= a1 || b0 >= b1; }
  int length() const { return a1 - a0; }
  int lines() const { return b1 - b0; }
  bool holds(const CoveredLines& other) const {
    return other.a0 >= a0 && other.a1 <= a1 && other.b0 >= b0 && other.b1 <= b1;
  }
  /// What to keep instead so that `other` is held too. Faces are asked for plane by plane: growing
  /// by half as much again keeps the number of fresh starts small.
  CoveredLines grown_to(CoveredLines other) const {
    if (empty()) return other;
    const int more = lines() / 2 + 1;
    other.a0 = std::min(other.a0, a0);
    other.a1 = std::max(other.a1, a1);
    other.b0 = other.b0 < b0 ? std::min(other.b0, b0 - more) : b0;
    other.b1 = other.b1 > b1 ? std::max(other.b1, b1 + more) : b1;
    return other;
  }
};

}  // namespace cardon::boundaries

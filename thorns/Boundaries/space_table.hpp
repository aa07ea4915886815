// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/boundary.hpp>
#include <vector>

#include "covered_lines.hpp"

namespace cardon::boundaries {

/// FaceValue::space at the points of one face, kept for those asked for so far.
class SpaceTable {
 public:
  explicit SpaceTable(const FaceFill& face)
      : value_(face.value), direction_(face.direction), upper_(face.upper) {}

  bool is_of(const FaceFill& face) const {
    return face.value == value_ && face.direction == direction_ && face.upper == upper_;
  }
  /// Makes sure that the values are there; `at(a, b)` computes one.
  template <class At>
  void cover(const CoveredLines& wanted, At&& at) {
    if (covered_.holds(wanted)) return;
    covered_ = covered_.grown_to(wanted);
    values_.clear();
    for (int b = covered_.b0; b < covered_.b1; ++b)
      for (int a = covered_.a0; a < covered_.a1; ++a) values_.push_back(at(a, b));
  }
  /// From point a on line b on.
  const Real* line(int a, int b) const {
    return values_.data() + std::ptrdiff_t(covered_.length()) * (b - covered_.b0) +
           (a - covered_.a0);
  }

 private:
  const FaceValue* value_;
  int direction_;
  bool upper_;
  CoveredLines covered_;
  std::vector<Real> values_;
};

}  // namespace cardon::boundaries

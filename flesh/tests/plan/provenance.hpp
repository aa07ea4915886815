// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

namespace cardon::plan {

/// Remembers of every value what it was made from, and finds the values that nothing which matters
/// was made from.
class Provenance {
 public:
  enum class Duty {
    root,    ///< matters by itself: an owned point
    strict,  ///< must be used by something that matters
    free     ///< need not be used itself
  };
  static constexpr int none = -1;
  struct Unused {
    int operation;
    int x;
  };

  /// A new value, made by operation number `operation` at point x. Of the values of one group at
  /// least one must be used.
  int add(Duty duty, int group, int operation, int x);
  /// The newest value was made from `value` (which may be `none`).
  void made_from(int value) {
    if (value != none) inputs_.push_back(value);
  }
  int add_group() { return groups_++; }
  /// The values, or groups, that had to be used and were not.
  std::vector<Unused> unused() const;

 private:
  struct Value {
    Duty duty;
    int group;
    int first_input;
    Unused place;
  };
  std::vector<bool> mark() const;

  std::vector<Value> values_;
  std::vector<int> inputs_;
  int groups_ = 0;
};

}  // namespace cardon::plan

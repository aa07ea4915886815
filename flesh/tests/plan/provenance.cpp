// SPDX-License-Identifier: Apache-2.0
#include "provenance.hpp"

namespace cardon::plan {

int Provenance::add(Duty duty, int group, int operation, int x) {
  values_.push_back({duty, group, int(inputs_.size()), {operation, x}});
  return int(values_.size()) - 1;
}

// A value is made from older values only, so one walk from the newest to the oldest reaches
// everything that matters.
std::vector<bool> Provenance::mark() const {
  std::vector<bool> used(values_.size());
  std::size_t inputs_end = inputs_.size();
  for (std::size_t i = values_.size(); i-- > 0;) {
    const std::size_t first = values_[i].first_input;
    if (values_[i].duty == Duty::root) used[i] = true;
    for (std::size_t k = first; used[i] && k < inputs_end; ++k) used[inputs_[k]] = true;
    inputs_end = first;
  }
  return used;
}

std::vector<Provenance::Unused> Provenance::unused() const {
  const std::vector<bool> used = mark();
  std::vector<bool> group_used(groups_);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (used[i] && values_[i].group != none) group_used[values_[i].group] = true;
  }
  std::vector<Unused> result;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const Value& value = values_[i];
    const bool wasted = value.duty == Duty::strict && !used[i];
    if (wasted || (value.group != none && !group_used[value.group])) result.push_back(value.place);
  }
  return result;
}

}  // namespace cardon::plan

// SPDX-License-Identifier: Apache-2.0
#include "plan/cyclic_sequence.hpp"

namespace cardon::plan {

CyclicSequence::CyclicSequence(const Steps& first, const Steps& cycle)
    : first_(long(first.size())) {
  for (const Steps* steps : {&first, &cycle}) {
    for (const std::vector<int>& tasks : *steps) steps_.push_back(&table_.intern(tasks));
  }
}

long CyclicSequence::phase(long n) const {
  const long cycle = long(steps_.size()) - first_;
  return n < first_ || cycle == 0 ? n : first_ + (n - first_) % cycle;
}

const Pattern* CyclicSequence::step(long n) const {
  const long at = phase(n);
  return at < long(steps_.size()) ? steps_[at] : nullptr;
}

}  // namespace cardon::plan

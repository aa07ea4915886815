// SPDX-License-Identifier: Apache-2.0
#include "plan/pattern_table.hpp"

namespace cardon::plan {

const Pattern& PatternTable::intern(const std::vector<int>& tasks) {
  const int fresh_id = int(patterns_.size());
  return patterns_.try_emplace(tasks, Pattern{fresh_id, tasks}).first->second;
}

}  // namespace cardon::plan

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <vector>

#include "plan/sequence.hpp"

namespace cardon::plan {

/// Gives equal task lists the same pattern. The patterns stay where they are while the table lives.
class PatternTable {
 public:
  const Pattern& intern(const std::vector<int>& tasks);

 private:
  std::map<std::vector<int>, Pattern> patterns_;
};

}  // namespace cardon::plan

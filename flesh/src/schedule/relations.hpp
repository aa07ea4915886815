// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "schedule/schedule_builder.hpp"

namespace cardon {

/// A declared order of two active tasks, by index into ScheduleBuilder::tasks.
struct Relation {
  int first = 0;
  int second = 0;
  std::string reason;  ///< "A::b is declared before A::c"
};

/// All before() and after() between active tasks of the same bin. Reports names that do not exist
/// and relations that contradict the order of the bins; those with tasks that do not run, or of
/// thorns that are not active, are void.
std::vector<Relation> declared_relations(ScheduleBuilder& builder);

}  // namespace cardon

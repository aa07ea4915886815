// SPDX-License-Identifier: Apache-2.0
#include "describe/tasks_in_order.hpp"

namespace cardon {

std::vector<const Task*> tasks_in_order(const Program& program, const std::vector<int>& list,
                                        const std::vector<ScalarTask>& scalars) {
  std::vector<const Task*> tasks;
  auto next = scalars.begin();
  for (std::size_t n = 0; n <= list.size(); ++n) {
    for (; next != scalars.end() && next->position == n; ++next) tasks.push_back(&next->task);
    if (n < list.size()) tasks.push_back(&program.tasks[std::size_t(list[n])]);
  }
  return tasks;
}

}  // namespace cardon

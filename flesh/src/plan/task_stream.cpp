// SPDX-License-Identifier: Apache-2.0
#include "plan/task_stream.hpp"

namespace cardon::plan {

bool TaskStream::has(int position) {
  while (position >= int(items_.size())) {
    if (!seen_.empty() && seen_.back() == end_of_run) return false;
    const Pattern* pattern = sequence_.step(first_step_ + long(seen_.size()));
    seen_.push_back(pattern ? pattern->id : end_of_run);
    if (!pattern) return false;
    items_.insert(items_.end(), pattern->tasks.begin(), pattern->tasks.end());
    items_.push_back(step_end);
  }
  return true;
}

}  // namespace cardon::plan

// SPDX-License-Identifier: Apache-2.0
#include "plan/rules.hpp"

#include <algorithm>
#include <tuple>

namespace cardon::plan {

int Rules::radius(const TaskDecl& task, const Read& read, const Link& link) const {
  if (task.partial && !task.reads_beside) return 0;
  return link.axis < 0 ? *std::max_element(read.radius.begin(), read.radius.end())
                       : read.radius[link.axis];
}

bool Rules::forward(const FlatTask& task, int link, int depth, Layers& valid) const {
  int result = depth;
  for (const auto& read : task.reads) {
    result = std::min(result, valid[read.slot] - read.radius[link]);
  }
  if (result < 0) return false;
  for (const int slot : task.writes) {
    valid[slot] = task.partial ? std::min(valid[slot], result) : result;
  }
  rotate_forward(task, depth, valid);
  return true;
}

int Rules::backward(const FlatTask& task, int link, Layers& need) const {
  rotate_backward(task, need);
  const int grown = growth(task, need);
  if (ends_life(task)) {
    for (const int slot : task.writes) need[slot] = 0;  // before this task its old value is dead
  }
  for (const auto& read : task.reads) {
    need[read.slot] = std::max(need[read.slot], need_of_read(grown, read.radius[link]));
  }
  return grown;
}

int Rules::growth(const FlatTask& task, const Layers& need) const {
  int max_growth = 0;
  for (const int slot : task.writes) max_growth = std::max(max_growth, need[slot]);
  return max_growth;
}

void Rules::rotate_forward(const FlatTask& task, int depth, Layers& valid) const {
  for (const auto& levels : task.rotations) {
    for (std::size_t k = levels.size() - 1; k > 0; --k) valid[levels[k]] = valid[levels[k - 1]];
    valid[levels[0]] = depth;  // holds nothing, and nothing may read it before it is written
  }
}

void Rules::rotate_backward(const FlatTask& task, Layers& need) const {
  for (const auto& levels : task.rotations) {
    for (std::size_t k = 0; k + 1 < levels.size(); ++k) need[levels[k]] = need[levels[k + 1]];
    need[levels.back()] = 0;  // the oldest level is dropped
  }
}

// A boundary task changes the faces as far as it is computed; farther out they are stale from now
// on.
void Rules::computed(const FlatTask& task, const std::vector<int>& growth,
                     std::vector<Validity>& valid) const {
  for (const int slot : task.writes) {
    if (task.partial) {
      valid[slot].lower(growth);
    } else {
      valid[slot].reset(growth);
    }
  }
  if (!task.rotations.empty())
    rotate_validity(task, Validity(std::vector<int>(growth.size(), 0)), valid);
}

void Rules::rotate_validity(const FlatTask& task, const Validity& empty,
                            std::vector<Validity>& valid) const {
  for (const auto& levels : task.rotations) {
    for (std::size_t k = levels.size() - 1; k > 0; --k) valid[levels[k]] = valid[levels[k - 1]];
    valid[levels[0]] = empty;
  }
}

bool Rules::better(const ExchangePoint& a, const ExchangePoint& b) const {
  return std::tuple(-a.slots_sent, a.step_boundary, a.position) >
         std::tuple(-b.slots_sent, b.step_boundary, b.position);
}

}  // namespace cardon::plan

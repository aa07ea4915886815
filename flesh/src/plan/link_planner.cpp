// SPDX-License-Identifier: Apache-2.0
#include "plan/link_planner.hpp"

#include <algorithm>
#include <cardon/thorn/error.hpp>

namespace cardon::plan {

// Walking forward without an exchange can continue for ever (tasks that read no neighbours). More
// steps than this one cannot gain anything, for then less than one layer in a step is used up.
constexpr int steps_beyond_depth = 64;

std::vector<int> LinkPlanner::next_exchanges(int from, int limit) const {
  const Reach far = reach(from, limit);
  if (far.position == from) throw Bug("planner: a task cannot run even right after an exchange");
  std::vector<int> positions{far.position};
  if (!far.exhausted) return positions;
  for (int position = far.position - 1; position > from; --position) {
    if (reads_neighbours(stream_[position])) break;
    positions.push_back(position);
  }
  return positions;
}

LinkPlanner::Reach LinkPlanner::reach(int from, int limit) const {
  const int usable = rules_.usable(depth_);
  Layers valid(tasks_.slots(), usable);
  int steps = 0;
  for (int position = from; position < limit; ++position) {
    if (!stream_.has(position)) return {position, false};
    if (stream_[position] == TaskStream::step_end) {
      if (++steps == depth_ + steps_beyond_depth) return {position + 1, false};
    } else if (!rules_.forward(tasks_[stream_[position]], link_, usable, valid)) {
      return {position, true};
    }
  }
  return {limit, false};
}

LinkPlanner::Backward LinkPlanner::backward(int from, int to) const {
  if (to > from && !stream_.has(to - 1))
    throw Bug("planner: an exchange was settled beyond the end of the run");
  Backward result{Layers(tasks_.slots(), rules_.need_at_exchange()),
                  std::vector<int>(to - from, 0)};
  for (int position = to - 1; position >= from; --position) {
    if (stream_[position] == TaskStream::step_end) continue;
    result.growth[position - from] = rules_.backward(tasks_[stream_[position]], link_, result.need);
  }
  return result;
}

bool LinkPlanner::reads_neighbours(int item) const {
  if (item == TaskStream::step_end) return false;
  const auto& reads = tasks_[item].reads;
  return std::any_of(reads.begin(), reads.end(),
                     [&](const FlatTask::Read& read) { return read.radius[link_] > 0; });
}

}  // namespace cardon::plan

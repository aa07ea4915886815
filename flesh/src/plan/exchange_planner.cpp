// SPDX-License-Identifier: Apache-2.0
#include "plan/exchange_planner.hpp"

#include <algorithm>
#include <limits>

namespace cardon::plan {

ExchangePlanner::ExchangePlanner(const PlanInput& input, const FlatTasks& tasks, const Rules& rules,
                                 const PlanState& state, TaskStream& stream)
    : input_(input),
      tasks_(tasks),
      rules_(rules),
      stream_(stream),
      from_(state.index),
      ahead_(state.ahead),
      passes_(state.ahead.size()),
      sent_(state.ahead.size()),
      valid_(state.valid) {}

void ExchangePlanner::settle(int link) {
  const bool exchanges = ahead_[link] == 0;
  if (exchanges) ahead_[link] = choose(link) - from_;
  passes_[link] = planner(link).backward(from_, from_ + ahead_[link]);
  if (exchanges) sent_[link] = send(link, passes_, valid_);
}

std::vector<Validity> ExchangePlanner::valid_after(int items) const {
  std::vector<Validity> valid = valid_;
  advance(passes_, items, valid);
  return valid;
}

int ExchangePlanner::limit(int link) const {
  int limit = std::numeric_limits<int>::max();
  for (int other = 0; other < links(); ++other) {
    if (rules_.forces(level(other), level(link))) limit = std::min(limit, from_ + ahead_[other]);
  }
  return limit;
}

// The next exchange point: as far as the ghost layers allow, and of all equally far positions the
// best one.
int ExchangePlanner::choose(int link) const {
  const std::vector<int> positions = planner(link).next_exchanges(from_, limit(link));
  if (positions.size() == 1) return positions[0];
  const auto point = [&](int position) {
    return ExchangePoint{position, slots_sent(link, position), stream_.step_boundary(position)};
  };
  ExchangePoint best = point(positions[0]);
  for (std::size_t i = 1; i < positions.size(); ++i) {
    const ExchangePoint other = point(positions[i]);
    if (rules_.better(other, best)) best = other;
  }
  return best.position;
}

// How many slots would have to be sent at `position` if `link` exchanged there next.
int ExchangePlanner::slots_sent(int link, int position) const {
  std::vector<Backward> passes = passes_;
  passes[link] = planner(link).backward(from_, position);
  std::vector<Validity> valid = valid_;
  send(link, passes, valid);
  advance(passes, position - from_, valid);
  for (int other = 0; other < links(); ++other) {
    if (!rules_.concerns(level(other), level(link))) continue;
    passes[other] = planner(other).backward(position, from_ + ahead_[other]);
  }
  const int next = planner(link).farthest(position, limit(link));
  passes[link] = planner(link).backward(position, next);
  return int(send(link, passes, valid).size());
}

// Sends on `link` what is needed (the needs in `passes`) and not right already.
std::vector<ExchangePlanner::Sent> ExchangePlanner::send(int link,
                                                         const std::vector<Backward>& passes,
                                                         std::vector<Validity>& valid) const {
  std::vector<Sent> result;
  for (int slot = 0; slot < tasks_.slots(); ++slot) {
    std::vector<int> layers(links(), 0);
    for (int other = 0; other < links(); ++other) {
      const bool counts = other == link || rules_.concerns(level(other), level(link));
      if (counts) layers[other] = passes[other].need[slot];
    }
    const int depth = rules_.sent(layers[link], input_.links[link].depth);
    if (depth == 0 || !rules_.must_send(valid[slot], layers)) continue;
    layers[link] = depth;
    valid[slot].add(layers);
    result.push_back({slot, depth});
  }
  return result;
}

// Forward through `items` items that are computed as deep as `passes` say. Links whose pass is
// shorter, or not known yet, count as 0: those that ask do not look at them.
void ExchangePlanner::advance(const std::vector<Backward>& passes, int items,
                              std::vector<Validity>& valid) const {
  std::vector<int> growth(links());
  for (int offset = 0; offset < items; ++offset) {
    const int item = stream_[from_ + offset];
    if (item == TaskStream::step_end) continue;
    for (int link = 0; link < links(); ++link) {
      const std::vector<int>& layers = passes[link].growth;
      growth[link] = offset < int(layers.size()) ? layers[offset] : 0;
    }
    rules_.computed(tasks_[item], growth, valid);
  }
}

}  // namespace cardon::plan

// SPDX-License-Identifier: Apache-2.0
#include "plan/exchange_planner.hpp"

#include <algorithm>
#include <limits>

namespace cardon::plan {

// Exchanges compared before their places are moved. The first one only shows what the beginning of
// the run left, so the second is compared.
constexpr std::size_t series = 3;

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
  advance(passes_, from_, items, valid);
  return valid;
}

int ExchangePlanner::limit(int link) const {
  int limit = std::numeric_limits<int>::max();
  for (int other = 0; other < links(); ++other) {
    if (rules_.forces(level(other), level(link))) limit = std::min(limit, from_ + ahead_[other]);
  }
  return limit;
}

// The next exchange point: as far as the ghost layers allow. A series of exchanges that begins in
// the middle of a step may stay there, and also send what only lives within a step; if exchanges at
// the beginnings of steps are not more frequent and send less, it returns to them.
int ExchangePlanner::choose(int link) const {
  const int late = latest_best(link, planner(link).next_exchanges(from_, limit(link)));
  if (stream_.step_boundary(late)) return late;
  std::vector<int> later{late};
  const std::vector<int> starts = step_starts(link, later);
  if (starts.empty()) return late;
  return rules_.sends_less(layers_sent(link, starts), layers_sent(link, later)) ? starts[0] : late;
}

// The last beginning of a step behind `after`, at most `last`; else `after`.
int ExchangePlanner::step_start(int after, int last) const {
  while (last > after && !stream_.step_boundary(last)) --last;
  return last;
}

// Exchanges at the beginnings of steps, no more often than in the series as late as possible, which
// it makes three long; none if there are none, or if the run or another link ends a series. It
// looks no farther ahead than it must: plans of irregular steps are remembered by what was seen.
std::vector<int> ExchangePlanner::step_starts(int link, std::vector<int>& late) const {
  const int limit = this->limit(link);
  std::vector<int> starts{step_start(from_, late[0])};
  if (starts[0] == from_) return {};
  while (starts.size() < series) {
    late.push_back(planner(link).farthest(late.back(), limit));
    if (late.back() == limit || !stream_.has(late.back())) return {};
    const int last = starts.back();
    starts.push_back(step_start(last, planner(link).farthest(last, limit)));
    if (starts.back() == last) return {};
    if (!rules_.no_more_often(starts.back() - starts[0], late.back() - late[0])) return {};
  }
  return starts;
}

// Of all equally far positions the best one.
int ExchangePlanner::latest_best(int link, const std::vector<int>& positions) const {
  if (positions.size() == 1) return positions[0];
  Ahead ahead;  // its memory serves all positions
  const auto point = [&](int position) {
    return ExchangePoint{position, slots_sent(link, position, ahead),
                         stream_.step_boundary(position)};
  };
  ExchangePoint best = point(positions[0]);
  for (std::size_t i = 1; i < positions.size(); ++i) {
    const ExchangePoint other = point(positions[i]);
    if (rules_.better(other, best)) best = other;
  }
  return best.position;
}

// How many slots would have to be sent at `position` if `link` exchanged there next.
int ExchangePlanner::slots_sent(int link, int position, Ahead& ahead) const {
  auto& [passes, valid] = ahead;
  passes = passes_;
  valid = valid_;
  passes[link] = planner(link).backward(from_, position);
  send(link, passes, valid);
  advance(passes, from_, position - from_, valid);
  for (int other = 0; other < links(); ++other) {
    if (!rules_.concerns(level(other), level(link))) continue;
    passes[other] = planner(other).backward(position, from_ + ahead_[other]);
  }
  const int next = planner(link).farthest(position, limit(link));
  passes[link] = planner(link).backward(position, next);
  return int(send(link, passes, valid).size());
}

// Layers of all slots that would be sent at the second place of a series, until the third.
int ExchangePlanner::layers_sent(int link, const std::vector<int>& positions) const {
  std::vector<Backward> passes = passes_;
  std::vector<Validity> valid = valid_;
  std::vector<Sent> sent;
  int from = from_;
  for (const int to : positions) {
    for (int other = 0; other < links(); ++other)
      if (rules_.concerns(level(other), level(link)))
        passes[other] = planner(other).backward(from, from_ + ahead_[other]);
    passes[link] = planner(link).backward(from, to);
    sent = send(link, passes, valid);
    advance(passes, from, to - from, valid);
    from = to;
  }
  int layers = 0;
  for (const Sent& slot : sent) layers += slot.depth;
  return layers;
}

// Sends on `link` what is needed (the needs in `passes`) and not right already.
std::vector<ExchangePlanner::Sent> ExchangePlanner::send(int link,
                                                         const std::vector<Backward>& passes,
                                                         std::vector<Validity>& valid) const {
  std::vector<Sent> result;
  std::vector<int> layers(links(), 0);
  for (int slot = 0; slot < tasks_.slots(); ++slot) {
    for (int other = 0; other < links(); ++other) {
      const bool counts = other == link || rules_.concerns(level(other), level(link));
      layers[other] = counts ? passes[other].need[slot] : 0;
    }
    const int depth = rules_.sent(layers[link], input_.links[link].depth);
    if (depth == 0 || !rules_.must_send(valid[slot], layers)) continue;
    layers[link] = depth;
    valid[slot].add(layers);
    result.push_back({slot, depth});
  }
  return result;
}

// Forward through `items` items from `from` on that are computed as deep as `passes` say. Links
// whose pass is shorter, or not known yet, count as 0: those that ask do not look at them.
void ExchangePlanner::advance(const std::vector<Backward>& passes, int from, int items,
                              std::vector<Validity>& valid) const {
  std::vector<int> growth(links());
  for (int offset = 0; offset < items; ++offset) {
    const int item = stream_[from + offset];
    if (item == TaskStream::step_end) continue;
    for (int link = 0; link < links(); ++link) {
      const std::vector<int>& layers = passes[link].growth;
      growth[link] = offset < int(layers.size()) ? layers[offset] : 0;
    }
    rules_.computed(tasks_[item], growth, valid);
  }
}

}  // namespace cardon::plan

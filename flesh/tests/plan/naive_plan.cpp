// SPDX-License-Identifier: Apache-2.0
#include "naive_plan.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace cardon::plan {
namespace {

constexpr int step_end = -1;

class NaivePlanner {
 public:
  NaivePlanner(const PlanInput& input, const std::vector<std::vector<int>>& steps) : input_(input) {
    for (const auto& step : steps) {
      items_.insert(items_.end(), step.begin(), step.end());
      items_.push_back(step_end);
    }
    points_.resize(input.links.size());
    for (int level = 9; level >= 0; --level) {
      for (int link = 0; link < links(); ++link) {
        if (input_.links[link].level == level) by_level_.push_back(link);
      }
    }
    for (const int link : by_level_) find_points(link);
  }

  std::vector<Operation> operations() const {
    std::vector<Operation> result;
    Right right;
    for (int at = 0; at < end(); ++at) {
      for (const int link : by_level_) {
        if (points_[link].count(at)) add_exchange(link, at, right, result);
      }
      result.push_back(operation(at));
      update(at, result.back().growth, right);
    }
    return result;
  }

 private:
  using Need = std::map<Slot, int>;
  // Everything that has become right since the slot was written, as layers per link.
  using Right = std::map<Slot, std::vector<std::vector<int>>>;
  struct Pass {
    Need need;
    std::vector<int> growth;  // per item
    int max_need = 0;
  };

  int links() const { return int(input_.links.size()); }
  int end() const { return int(items_.size()); }
  bool above(int other, int link) const {
    return input_.links[other].level > input_.links[link].level;
  }

  int radius(const TaskDecl& task, const Read& read, int link) const {
    const int axis = input_.links[link].axis;
    if (task.partial) return 0;
    return axis >= 0 ? read.radius[axis]
                     : std::max({read.radius[0], read.radius[1], read.radius[2]});
  }

  bool rotates(const TaskDecl& task, const Slot& slot) const {
    return std::find(task.rotates.begin(), task.rotates.end(), slot.field) != task.rotates.end();
  }

  void rotate(const TaskDecl& task, Need& need) const {
    Need before;
    for (const auto& [slot, layers] : need) {
      if (!rotates(task, slot)) before[slot] = layers;
      if (rotates(task, slot) && slot.level >= 0) before[{slot.field, slot.level - 1}] = layers;
    }
    need = before;
  }

  Pass pass(int link, int from, int to) const {
    Pass result;
    result.growth.resize(to - from);
    for (int at = to - 1; at >= from; --at) {
      if (items_[at] == step_end) continue;
      const TaskDecl& task = input_.tasks[items_[at]];
      int& growth = result.growth[at - from];
      if (task.rotate) rotate(task, result.need);
      for (const Slot& slot : task.writes) growth = std::max(growth, result.need[slot]);
      for (const Slot& slot : task.writes) {
        if (!task.partial) result.need[slot] = 0;
      }
      for (const Read& read : task.reads) {
        int& need = result.need[read.slot];
        need = std::max(need, growth + radius(task, read, link));
        result.max_need = std::max(result.max_need, need);
      }
    }
    return result;
  }

  int farthest(int link, int from, int limit) const {
    int to = from;
    while (to < limit && pass(link, from, to + 1).max_need <= input_.links[link].depth) ++to;
    return to;
  }

  bool quiet(int link, int at) const {
    if (items_[at] == step_end) return true;
    const TaskDecl& task = input_.tasks[items_[at]];
    return std::all_of(task.reads.begin(), task.reads.end(),
                       [&](const Read& read) { return radius(task, read, link) == 0; });
  }

  // What an exchange on `link` at `at` sends if the next one on it is at `to`.
  Need exchange(int link, int at, int to, Right& right) const {
    Need sent;
    std::vector<Need> needs(links());
    for (int other = 0; other < links(); ++other) {
      if (above(other, link)) needs[other] = pass(other, at, next_point(other, at)).need;
    }
    needs[link] = pass(link, at, to).need;
    for (const auto& [slot, depth] : needs[link]) {
      std::vector<int> layers;
      for (Need& need : needs) layers.push_back(need[slot]);
      if (depth == 0 || is_right(right[slot], layers)) continue;
      sent[slot] = depth;
      right[slot].push_back(layers);
    }
    return sent;
  }

  bool is_right(const std::vector<std::vector<int>>& right, const std::vector<int>& layers) const {
    for (const auto& known : right) {
      bool all = true;
      for (int link = 0; link < links(); ++link) all = all && layers[link] <= known[link];
      if (all) return true;
    }
    return std::all_of(layers.begin(), layers.end(), [](int n) { return n == 0; });
  }

  void update(int at, const std::vector<int>& growth, Right& right) const {
    if (items_[at] == step_end) return;
    const TaskDecl& task = input_.tasks[items_[at]];
    for (const Slot& slot : task.writes) {
      if (!task.partial) right[slot] = {growth};
      for (auto& layers : right[slot]) {
        for (int link = 0; link < links(); ++link)
          layers[link] = std::min(layers[link], growth[link]);
      }
    }
    if (!task.rotate) return;
    Right after;
    for (const auto& [slot, layers] : right) {
      after[rotates(task, slot) ? Slot{slot.field, slot.level + 1} : slot] = layers;
    }
    right = after;
  }

  // From `from`, where `link` exchanges, to `to`, where it exchanges again. Of the other links only
  // those above it matter, and they exchange at `from` or not at all.
  void move(int link, int from, int to, Right& right) const {
    std::vector<Pass> passes(links());
    for (const int other : by_level_) {
      if (other != link && !above(other, link)) continue;
      const int next = other == link ? to : next_point(other, from);
      passes[other] = pass(other, from, next);
      if (other == link || points_[other].count(from)) exchange(other, from, next, right);
    }
    for (int at = from; at < to; ++at) {
      std::vector<int> growth(links());
      for (int other = 0; other < links(); ++other) {
        if (!passes[other].growth.empty()) growth[other] = passes[other].growth[at - from];
      }
      update(at, growth, right);
    }
  }

  int choose(int link, int from, int limit, const Right& right) const {
    const int far = farthest(link, from, limit);
    if (far == limit) return far;
    const int late = latest_best(link, from, far, limit, right);
    if (items_[late - 1] == step_end) return late;
    std::vector<int> starts, later{late};
    for (int at = from, last = late; starts.size() < 3;) {
      while (last > at && items_[last - 1] != step_end) --last;
      if (last == at) return late;
      starts.push_back(at = last);
      last = farthest(link, at, limit);
    }
    while (later.size() < 3) later.push_back(farthest(link, later.back(), limit));
    if (later[2] == limit) return late;
    for (const int n : {1, 2})
      if (later[n] - later[0] > starts[n] - starts[0]) return late;
    return layers(link, from, starts, right) < layers(link, from, later, right) ? starts[0] : late;
  }

  // Sent at the second of these points, until the third.
  int layers(int link, int from, const std::vector<int>& points, Right right) const {
    move(link, from, points[0], right);
    move(link, points[0], points[1], right);
    int sum = 0;
    for (const auto& sent : exchange(link, points[1], points[2], right)) sum += sent.second;
    return sum;
  }

  int latest_best(int link, int from, int far, int limit, const Right& right) const {
    std::set<std::tuple<int, bool, int>> candidates;  // slots sent, not a step boundary, -position
    for (int at = far; at > from; --at) {
      Right there = right;
      move(link, from, at, there);
      const Need sent = exchange(link, at, farthest(link, at, limit), there);
      candidates.emplace(sent.size(), items_[at - 1] != step_end, -at);
      if (!quiet(link, at - 1)) break;
    }
    return -std::get<2>(*candidates.begin());
  }

  void find_points(int link) {
    std::set<int> forced{end()};
    for (int other = 0; other < links(); ++other) {
      if (above(other, link)) forced.insert(points_[other].begin(), points_[other].end());
    }
    Right right;
    for (int at = 0; at < end();) {
      points_[link].insert(at);
      const int next = choose(link, at, *forced.upper_bound(at), right);
      move(link, at, next, right);
      at = next;
    }
  }

  int next_point(int link, int at) const {
    const auto next = points_[link].upper_bound(at);
    return next == points_[link].end() ? end() : *next;
  }

  void add_exchange(int link, int at, Right& right, std::vector<Operation>& result) const {
    Operation operation;
    operation.kind = Operation::Kind::exchange;
    operation.link = link;
    for (const auto& [slot, layers] : exchange(link, at, next_point(link, at), right)) {
      SlotDepth sent{slot, layers, {}};
      for (int other = 0; other < links(); ++other) {
        sent.needs.push_back(pass(other, at, next_point(other, at)).need[slot]);
      }
      operation.fields.push_back(sent);
    }
    if (!operation.fields.empty()) result.push_back(operation);
  }

  Operation operation(int at) const {
    using Kind = Operation::Kind;
    Operation result;
    result.kind = Kind::step_end;
    if (items_[at] == step_end) return result;
    const TaskDecl& task = input_.tasks[items_[at]];
    result.task = items_[at];
    result.kind = task.rotate ? Kind::rotate : task.partial ? Kind::boundary : Kind::compute;
    for (int link = 0; link < links() && !task.rotate; ++link) {
      result.growth.push_back(pass(link, at, next_point(link, at)).growth[0]);
    }
    return result;
  }

  const PlanInput& input_;
  std::vector<int> items_;
  std::vector<int> by_level_;          // links, highest level first
  std::vector<std::set<int>> points_;  // per link its exchange points
};

}  // namespace

std::vector<Operation> naive_plan(const PlanInput& input,
                                  const std::vector<std::vector<int>>& steps) {
  return NaivePlanner(input, steps).operations();
}

}  // namespace cardon::plan

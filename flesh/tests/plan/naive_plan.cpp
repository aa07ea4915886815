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
        if (input_.links[link].level == level) find_points(link);
      }
    }
  }

  std::vector<Operation> operations() const {
    std::vector<Operation> result;
    for (int at = 0; at < end(); ++at) {
      for (int level = 9; level >= 0; --level) {
        for (int link = 0; link < links(); ++link) {
          if (input_.links[link].level == level) add_exchange(link, at, result);
        }
      }
      result.push_back(operation(at));
    }
    return result;
  }

 private:
  using Need = std::map<Slot, int>;
  struct Pass {
    Need need;
    int growth = 0;  // of the first item
    int most = 0;
    int sent() const {
      return std::count_if(need.begin(), need.end(),
                           [](const auto& entry) { return entry.second > 0; });
    }
  };

  int links() const { return static_cast<int>(input_.links.size()); }
  int end() const { return static_cast<int>(items_.size()); }

  int radius(const TaskDecl& task, const Read& read, int link) const {
    const int axis = input_.links[link].axis;
    if (task.partial) return 0;
    return axis >= 0 ? read.radius[axis]
                     : std::max({read.radius[0], read.radius[1], read.radius[2]});
  }

  void rotate(const TaskDecl& task, Need& need) const {
    Need before;
    for (const auto& [slot, layers] : need) {
      const auto& list = task.rotates;
      const bool rotated = std::find(list.begin(), list.end(), slot.field) != list.end();
      if (!rotated) before[slot] = layers;
      if (rotated && slot.level >= 0) before[{slot.field, slot.level - 1}] = layers;
    }
    need = before;
  }

  Pass pass(int link, int from, int to) const {
    Pass result;
    for (int at = to - 1; at >= from; --at) {
      result.growth = 0;
      if (items_[at] == step_end) continue;
      const TaskDecl& task = input_.tasks[items_[at]];
      if (task.rotate) rotate(task, result.need);
      for (const Slot& slot : task.writes)
        result.growth = std::max(result.growth, result.need[slot]);
      for (const Slot& slot : task.writes) {
        if (!task.partial) result.need[slot] = 0;
      }
      for (const Read& read : task.reads) {
        int& need = result.need[read.slot];
        need = std::max(need, result.growth + radius(task, read, link));
        result.most = std::max(result.most, need);
      }
    }
    return result;
  }

  int farthest(int link, int from, int limit) const {
    int to = from;
    while (to < limit && pass(link, from, to + 1).most <= input_.links[link].depth) ++to;
    return to;
  }

  bool quiet(int link, int at) const {
    if (items_[at] == step_end) return true;
    const TaskDecl& task = input_.tasks[items_[at]];
    return std::all_of(task.reads.begin(), task.reads.end(),
                       [&](const Read& read) { return radius(task, read, link) == 0; });
  }

  int choose(int link, int from, int limit) const {
    const int far = farthest(link, from, limit);
    if (far == limit) return far;
    std::set<std::tuple<int, bool, int>> candidates;  // slots sent, not a step boundary, -position
    for (int at = far; at > from; --at) {
      candidates.emplace(pass(link, at, farthest(link, at, limit)).sent(),
                         items_[at - 1] != step_end, -at);
      if (!quiet(link, at - 1)) break;
    }
    return -std::get<2>(*candidates.begin());
  }

  void find_points(int link) {
    std::set<int> forced{end()};
    for (int other = 0; other < links(); ++other) {
      if (input_.links[other].level > input_.links[link].level) {
        forced.insert(points_[other].begin(), points_[other].end());
      }
    }
    for (int at = 0; at < end(); at = choose(link, at, *forced.upper_bound(at)))
      points_[link].insert(at);
  }

  int next_point(int link, int at) const {
    const auto next = points_[link].upper_bound(at);
    return next == points_[link].end() ? end() : *next;
  }

  void add_exchange(int link, int at, std::vector<Operation>& result) const {
    if (!points_[link].count(at)) return;
    Operation exchange;
    exchange.kind = Operation::Kind::exchange;
    exchange.link = link;
    for (const auto& [slot, layers] : pass(link, at, next_point(link, at)).need) {
      if (layers == 0) continue;
      SlotDepth sent{slot, layers, {}};
      for (int other = 0; other < links(); ++other) {
        sent.needs.push_back(pass(other, at, next_point(other, at)).need[slot]);
      }
      exchange.fields.push_back(sent);
    }
    if (!exchange.fields.empty()) result.push_back(exchange);
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
      result.growth.push_back(pass(link, at, next_point(link, at)).growth);
    }
    return result;
  }

  const PlanInput& input_;
  std::vector<int> items_;
  std::vector<std::set<int>> points_;  // per link its exchange points
};

}  // namespace

std::vector<Operation> naive_plan(const PlanInput& input,
                                  const std::vector<std::vector<int>>& steps) {
  return NaivePlanner(input, steps).operations();
}

}  // namespace cardon::plan

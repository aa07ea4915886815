// SPDX-License-Identifier: Apache-2.0
#include "schedule/task_graph.hpp"

#include <algorithm>
#include <deque>
#include <queue>

namespace cardon {

void TaskGraph::add(int first, int second, std::string reason) {
  auto& edges = next_[std::size_t(first)];
  const bool known =
      std::any_of(edges.begin(), edges.end(), [&](const Edge& e) { return e.second == second; });
  if (!known) edges.push_back({first, second, std::move(reason)});
}

std::vector<TaskGraph::Edge> TaskGraph::way(int from, int to) const {
  std::vector<const Edge*> reached_by(std::size_t(tasks_), nullptr);
  std::deque<int> front{from};
  while (!front.empty() && !reached_by[std::size_t(to)]) {
    const int task = front.front();
    front.pop_front();
    for (const Edge& edge : next_[std::size_t(task)]) {
      const Edge*& entry = reached_by[std::size_t(edge.second)];
      if (entry) continue;
      entry = &edge;
      front.push_back(edge.second);
    }
  }
  std::vector<Edge> edges;
  for (int task = to; reached_by[std::size_t(to)];) {
    const Edge& edge = *reached_by[std::size_t(task)];
    edges.insert(edges.begin(), edge);
    task = edge.first;
    if (task == from) break;
  }
  return edges;
}

bool TaskGraph::leads(int first, int second) const { return !way(first, second).empty(); }

std::vector<TaskGraph::Edge> TaskGraph::circle() const {
  std::vector<Edge> shortest;
  for (int task = 0; task < tasks_; ++task) {
    std::vector<Edge> found = way(task, task);
    if (!found.empty() && (shortest.empty() || found.size() < shortest.size()))
      shortest = std::move(found);
  }
  return shortest;
}

std::vector<int> TaskGraph::order() const {
  std::vector<int> waits_for(std::size_t(tasks_), 0);
  for (const auto& edges : next_) {
    for (const Edge& edge : edges) ++waits_for[std::size_t(edge.second)];
  }
  std::priority_queue<int, std::vector<int>, std::greater<>> ready;
  for (int task = 0; task < tasks_; ++task) {
    if (waits_for[std::size_t(task)] == 0) ready.push(task);
  }
  std::vector<int> order;
  while (!ready.empty()) {
    order.push_back(ready.top());
    ready.pop();
    for (const Edge& edge : next_[std::size_t(order.back())]) {
      if (--waits_for[std::size_t(edge.second)] == 0) ready.push(edge.second);
    }
  }
  return order;
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace cardon {

/// Which of n tasks, numbered from 0, must run before which, and why.
class TaskGraph {
 public:
  struct Edge {
    int first = 0;
    int second = 0;
    std::string reason;
  };

  explicit TaskGraph(int tasks) : tasks_(tasks), next_(std::size_t(tasks)) {}

  void add(int first, int second, std::string reason);
  /// Whether `second` must run after `first`, directly or not.
  bool leads(int first, int second) const;
  /// The edges of a shortest circle; empty if there is none.
  std::vector<Edge> circle() const;
  /// All tasks in an order that respects the edges; of those that could be next the one with the
  /// smallest number is. There must be no circle.
  std::vector<int> order() const;

 private:
  std::vector<Edge> way(int from, int to) const;  // a shortest one, at least one edge long

  int tasks_;
  std::vector<std::vector<Edge>> next_;
};

}  // namespace cardon

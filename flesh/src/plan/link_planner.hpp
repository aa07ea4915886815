// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "plan/flat_tasks.hpp"
#include "plan/rules.hpp"
#include "plan/task_stream.hpp"

namespace cardon::plan {

/// How the driver thinks about one link: how far it gets without an exchange, what that needs, and
/// what to compute redundantly.
class LinkPlanner {
 public:
  /// `link` is the index of the link, `depth` its ghost depth. Everything is referred to, nothing
  /// is copied.
  LinkPlanner(const FlatTasks& tasks, int link, int depth, const Rules& rules, TaskStream& stream)
      : tasks_(tasks), link_(link), depth_(depth), rules_(rules), stream_(stream) {}

  /// The farthest position, at most `limit`, that the ghost layers allow to reach after an exchange
  /// at `from`.
  int farthest(int from, int limit) const { return reach(from, limit).position; }
  /// The positions for the next exchange, the farthest first: all from which one gets equally far,
  /// for only tasks that read no neighbours lie between them.
  std::vector<int> next_exchanges(int from, int limit) const;

  struct Backward {
    Layers need;              ///< per slot: layers needed at `from`
    std::vector<int> growth;  ///< per item from `from` to `to`: layers to compute
  };
  /// What has to be known at `from`, and computed from there on, to reach `to` without an exchange.
  Backward backward(int from, int to) const;

 private:
  struct Reach {
    int position;
    bool exhausted;  // stopped there because the ghost layers were used up
  };
  Reach reach(int from, int limit) const;
  bool reads_neighbours(int item) const;

  const FlatTasks& tasks_;
  int link_;
  int depth_;
  const Rules& rules_;
  TaskStream& stream_;
};

}  // namespace cardon::plan

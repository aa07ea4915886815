// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "plan/flat_tasks.hpp"
#include "plan/link_planner.hpp"
#include "plan/plan_input.hpp"
#include "plan/plan_state.hpp"
#include "plan/task_stream.hpp"

namespace cardon::plan {

/// What the links do at one point of the walk: which slots each sends there, and where it exchanges
/// next.
class ExchangePlanner {
 public:
  using Backward = LinkPlanner::Backward;
  struct Sent {
    int slot;
    int depth;
  };

  /// Everything is referred to except the state.
  ExchangePlanner(const PlanInput& input, const FlatTasks& tasks, const Rules& rules,
                  const PlanState& state, TaskStream& stream);

  /// Settles one link. The links of higher levels must have been settled before, for their exchange
  /// points are forced on it.
  void settle(int link);

  const std::vector<int>& ahead() const { return ahead_; }  ///< per link, as in PlanState
  const std::vector<Backward>& passes() const { return passes_; }
  /// What a link sends here, in the order of slots; nothing if this is not an exchange point of it.
  const std::vector<Sent>& sent(int link) const { return sent_[link]; }
  /// Per slot what is right after the exchanges and `items` items.
  std::vector<Validity> valid_after(int items) const;

 private:
  /// Memory to look ahead in.
  struct Ahead {
    std::vector<Backward> passes;
    std::vector<Validity> valid;
  };
  int limit(int link) const;
  int choose(int link) const;
  int latest_best(int link, const std::vector<int>& positions) const;
  int slots_sent(int link, int position, Ahead& ahead) const;
  int step_start(int after, int last) const;
  std::vector<int> step_starts(int link, std::vector<int>& late) const;
  int layers_sent(int link, const std::vector<int>& positions) const;
  std::vector<Sent> send(int link, const std::vector<Backward>& passes,
                         std::vector<Validity>& valid) const;
  void advance(const std::vector<Backward>& passes, int from, int items,
               std::vector<Validity>& valid) const;
  int links() const { return int(ahead_.size()); }
  int level(int link) const { return input_.links[link].level; }
  LinkPlanner planner(int link) const {
    return {tasks_, link, input_.links[link].depth, rules_, stream_};
  }

  const PlanInput& input_;
  const FlatTasks& tasks_;
  const Rules& rules_;
  TaskStream& stream_;
  int from_;
  std::vector<int> ahead_;
  std::vector<Backward> passes_;  // per settled link
  std::vector<std::vector<Sent>> sent_;
  std::vector<Validity> valid_;  // after the exchanges of the settled links
};

}  // namespace cardon::plan

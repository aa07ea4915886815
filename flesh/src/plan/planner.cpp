// SPDX-License-Identifier: Apache-2.0
#include "plan/planner.hpp"

#include <cardon/thorn/error.hpp>

namespace cardon::plan {

// A segment that was made before, and where it leads.
struct Planner::Known {
  Segment segment;
  State* after = nullptr;  // nullptr: the run has ended
};

// What is known once some more steps have been looked at. How far the segment planner looks depends
// only on what it has seen so far, so its look-aheads form a tree, and a walk from the root along
// the coming pattern ids ends at a leaf.
struct Planner::Node {
  std::vector<std::pair<int, std::unique_ptr<Node>>> next;  // by pattern id
  std::unique_ptr<Known> known;

  Node* find(int pattern) const {
    for (const auto& [id, node] : next) {
      if (id == pattern) return node.get();
    }
    return nullptr;
  }
};

struct Planner::State {
  PlanState key;
  Node root;
};

Planner::Planner(PlanInput input, const Sequence& sequence, const Rules& rules)
    : input_(std::move(input)), sequence_(sequence), segments_(input_, rules) {}

Planner::~Planner() = default;

const Rules& Planner::default_rules() {
  static const Rules rules;
  return rules;
}

Planner::Cursor Planner::start() { return cursor(0, true); }

Planner::Cursor Planner::resume(long step) { return cursor(step, false); }

Planner::Cursor Planner::cursor(long step, bool fresh) {
  Cursor cursor;
  cursor.step_ = step;
  cursor.state_ = &state(segments_.start(fresh));
  return cursor;
}

Planner::State& Planner::state(const PlanState& key) {
  auto& state = states_[key];
  if (!state) state = std::make_unique<State>(State{key, {}});
  return *state;
}

const Segment* Planner::next(Cursor& cursor) {
  const Known& found = known(cursor);
  if (!found.after) return nullptr;
  cursor.step_ += found.segment.steps;
  cursor.state_ = found.after;
  return &found.segment;
}

const Planner::Known& Planner::known(const Cursor& cursor) {
  const Node* node = &cursor.state_->root;
  for (long step = cursor.step_; !node->known; ++step) {
    const Pattern* pattern = sequence_.step(step);
    node = node->find(pattern ? pattern->id : TaskStream::end_of_run);
    if (!node) return make(cursor);
  }
  return *node->known;
}

const Planner::Known& Planner::make(const Cursor& cursor) {
  TaskStream stream(sequence_, cursor.step_);
  SegmentPlanner::Result result = segments_.plan(cursor.state_->key, stream);
  Node* node = &cursor.state_->root;
  for (const int pattern : stream.seen()) {
    Node* child = node->find(pattern);
    if (!child) child = node->next.emplace_back(pattern, std::make_unique<Node>()).second.get();
    node = child;
  }
  if (node->known) throw Bug("planner: a look-ahead was planned twice");
  State* after = result.finished ? nullptr : &state(result.after);
  node->known = std::make_unique<Known>(Known{std::move(result.segment), after});
  return *node->known;
}

}  // namespace cardon::plan

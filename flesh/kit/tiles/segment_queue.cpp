// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/grid/rank_order.hpp>
#include <cardon/kit/tiles/segment_queue.hpp>
#include <utility>

namespace cardon {

SegmentQueue::SegmentQueue(const DriverSetup& setup, SegmentExecutor executor, TileChoice choice,
                           bool endless, Driver driver)
    : setup_(setup),
      executor_(std::move(executor)),
      choice_(std::move(choice)),
      endless_(endless),
      driver_(std::move(driver)) {}

// Initial data, analysis and the last tasks may prepare much in each call, so they are computed in
// one.
bool SegmentQueue::may_wait(const SegmentOperation& operation) const {
  const Bin bin = setup_.program->tasks[std::size_t(operation.task.task)].bin;
  return choice_.possible() && !operation.state.initial && bin != Bin::initial && !only_looks(bin);
}

void SegmentQueue::append(const SegmentOperation& operation) {
  const bool waits = may_wait(operation);
  if (!looks_.empty() || (!waiting_.empty() && waits != waits_)) run();
  if (!waiting_.empty() && waiting_.back().state.iteration != operation.state.iteration)
    begin_step();
  waits_ = waits;
  if (waiting_.empty() || waiting_.back().state.iteration != operation.state.iteration)
    steps_.push_back(waiting_.size());
  waiting_.push_back(operation);
}

// What is there are whole steps. Where the best length is known, a segment is kept back, so that
// two of equal length can be made of what is left when somebody looks at the fields.
void SegmentQueue::begin_step() {
  if (!waits_) return run();
  if (!endless_) return;
  if (!knows_) {
    if (steps_.size() < 2) return;
    const Operations all = waiting_;
    const std::size_t end = steps_.size() > 2 ? steps_[2] : all.size();
    choice_.know(executor_.shape_of(all.first(steps_[1])).facts,
                 executor_.shape_of(all.first(end)).facts);
    knows_ = true;
  }
  const auto length = std::size_t(choice_.steps());
  const std::size_t kept = choice_.decided() && length > 1 ? length : 0;
  while (steps_.size() >= length + kept && !steps_.empty()) run_steps(length);
}

void SegmentQueue::run() {
  if (!waits_ && !waiting_.empty()) {
    driver_.sweep(waiting_);
    waiting_.clear();
    steps_.clear();
  }
  while (!steps_.empty()) {
    const auto parts = std::size_t(endless_ ? choice_.segments_of(int(steps_.size())) : 1);
    run_steps((steps_.size() + parts - 1) / parts);
  }
  for (const auto& look : std::exchange(looks_, {})) look();
}

void SegmentQueue::visit(const std::function<void()>& look) {
  if (waiting_.empty() && looks_.empty()) return look();
  looks_.push_back(look);
}

void SegmentQueue::run_steps(std::size_t steps) {
  const std::size_t end = steps < steps_.size() ? steps_[steps] : waiting_.size();
  run_segment(Operations(waiting_).first(end), int(steps));
  waiting_.erase(waiting_.begin(), waiting_.begin() + std::ptrdiff_t(end));
  steps_.erase(steps_.begin(), steps_.begin() + std::ptrdiff_t(std::min(steps, steps_.size())));
  for (std::size_t& begin : steps_) begin -= end;
}

// What needs no ghost points is computed while these are on their way.
void SegmentQueue::run_tiles(Operations operations, const SegmentShape& segment,
                             const TileShape& shape) {
  const bool pending = driver_.pending();
  executor_.begin(operations, segment,
                  {shape, pending ? rank_order::tiles_while_pending : 1, {.block = pending}});
  double now = seconds_now();
  while (executor_.core_left()) {
    now = executor_.advance(now).now;
    if (executor_.core_left()) now = driver_.progress(now);
  }
  driver_.complete();
  now = seconds_now();
  while (!executor_.done()) now = executor_.advance(now).now;
}

void SegmentQueue::run_segment(Operations operations, int steps) {
  const SegmentShape segment = executor_.shape_of(operations);
  const SegmentFacts& facts = segment.facts;
  const TileShape shape = choice_.shape(facts);
  const double start = seconds_now(), watched = driver_.watching();
  if (shape.rows == 0) {
    driver_.sweep(operations);
  } else {
    run_tiles(operations, segment, shape);
  }
  // Steps that nobody watches are to be as fast as they can.
  choice_.took(facts, shape, seconds_now() - start - (driver_.watching() - watched));
  note(facts, shape, steps);
}

// Shorter segments, before somebody looks at the fields, do not count; where exchanges end
// segments, those count that most steps are in.
void SegmentQueue::note(const SegmentFacts& facts, const TileShape& shape, int steps) {
  tiles_.gain = choice_.gain();
  if (endless_ && choice_.decided() && steps < choice_.steps()) return;
  if (!endless_ && !is_usual(steps)) return;
  tiles_.used = shape.rows > 0;
  tiles_.steps = steps;
  tiles_.tasks = facts.instances;
  tiles_.rows = shape.rows;
  tiles_.bytes = choice_.working_set(facts, shape);
}

bool SegmentQueue::is_usual(int steps) {
  const long these = steps_in_[steps] += steps;
  return std::all_of(steps_in_.begin(), steps_in_.end(),
                     [&](const auto& length) { return length.second <= these; });
}

}  // namespace cardon

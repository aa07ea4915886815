// SPDX-License-Identifier: Apache-2.0
#include "block_segment.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "grid_parameters.hpp"

namespace cardon::grid_driver {
namespace {

constexpr std::size_t max_known = 32;

}  // namespace

BlockSegment::BlockSegment(const DriverSetup& setup, const Layout& layout, BlockExecutor& block,
                           Timings& timings, double& image_seconds, int ranks)
    : setup_(setup),
      block_(block),
      executor_(setup, layout, block, timings, image_seconds),
      room_(tile_room(layout, block.block(), block.storage(), {ranks, threads_of(setup.team)})),
      choice_(read_tile_settings(*setup.parameters, section), room_) {}

void BlockSegment::choose_again(const TileSettings& settings) {
  choice_ = TileChoice(settings, room_);
  knows_ = false;
  tiles_ = {};
}

const Task& BlockSegment::task(std::size_t n) const {
  return setup_.program->tasks[std::size_t(operations_[n].task.task)];
}

void BlockSegment::know(const Operations& one_step, const Operations& two_steps) {
  choice_.know(known(one_step).facts, known(two_steps).facts);
  knows_ = true;
}

const SegmentShape& BlockSegment::known(const Operations& operations) {
  const auto same = [](const GrownTask& task, const SegmentOperation& operation) {
    return task.task == operation.task.task && task.growth == operation.task.growth;
  };
  for (const Known& known : known_)
    if (std::equal(known.tasks.begin(), known.tasks.end(), operations.begin(), operations.end(),
                   same))
      return known.shape;
  if (known_.size() == max_known) known_.pop_front();
  Known& made = known_.emplace_back();
  for (const SegmentOperation& operation : operations) made.tasks.push_back(operation.task);
  made.shape = executor_.shape_of(operations);
  return made.shape;
}

void BlockSegment::begin(Operations operations, const Pending& pending, int pieces, double start) {
  operations_ = std::move(operations);
  const SegmentShape& segment = known(operations_);
  facts_ = segment.facts;
  shape_ = choice_.shape(facts_);
  running_ = true;
  pieces_ = std::max(pieces, 1);
  start_ = start;
  seconds_ = 0;
  next_ = 0;
  first_ = true;
  if (shape_.rows > 0)
    executor_.begin(operations_, segment, {shape_, pieces_, pending});
  else
    begin_operation(pending);
  if (shape_.rows > 0 && executor_.done()) end();
}

bool BlockSegment::core_left() const {
  if (shape_.rows > 0) return executor_.core_left();
  return first_ && block_.core_left();
}

BlockSegment::Progress BlockSegment::advance(double start) {
  const bool in_tiles = shape_.rows > 0;
  const Progress progress = in_tiles ? executor_.advance(start) : advance_plainly(start);
  if (in_tiles ? executor_.done() : block_.done() && next_ == operations_.size()) end();
  return progress;
}

// Begins the next task that computes, with the boundaries that can be filled with it; executes what
// comes before it.
void BlockSegment::begin_operation(const Pending& pending) {
  for (; next_ < operations_.size(); ++next_) {
    const auto& [grown, state] = operations_[next_];
    const Task& task = this->task(next_);
    if (task.kind == Task::rotate) {
      block_.rotate(task.id);
      continue;
    }
    if (task.kind == Task::boundary) {
      block_.fill_boundary(grown, state);
      continue;
    }
    std::vector<GrownTask> boundaries;
    for (++next_; next_ < operations_.size() && this->task(next_).kind == Task::boundary &&
                  block_.fusable(grown, operations_[next_].task);
         ++next_)
      boundaries.push_back(operations_[next_].task);
    return block_.begin(grown, boundaries, state, pending, pieces_);
  }
}

BlockSegment::Progress BlockSegment::advance_plainly(double start) {
  Progress progress{start, -1, 0};
  if (!block_.done()) {
    progress.task = block_.running_task();
    progress.points = block_.next_points();
    progress.now = block_.advance(start);
    if (!block_.done()) return progress;
  }
  first_ = false;
  begin_operation({});
  progress.now = seconds_now();
  return progress;
}

void BlockSegment::end() {
  running_ = false;
  computed_ = true;
}

void BlockSegment::passed(double seconds, double now, bool alone) {
  seconds_ += seconds;
  if (std::exchange(computed_, false)) finish(alone ? now - start_ : seconds_);
}

void BlockSegment::finish(double seconds) {
  choice_.took(facts_, shape_, seconds);
  std::set<long> steps;
  for (const SegmentOperation& operation : operations_) steps.insert(operation.state.iteration);
  tiles_.gain = choice_.gain();
  // Shorter segments, before somebody looks at the fields, do not count.
  const bool shorter = knows_ ? choice_.decided() && int(steps.size()) != choice_.steps()
                              : facts_.instances < tiles_.tasks;
  if (shorter) return;
  tiles_.used = shape_.rows > 0;
  tiles_.steps = int(steps.size());
  tiles_.tasks = facts_.instances;
  tiles_.rows = shape_.rows;
  tiles_.bytes = choice_.working_set(facts_, shape_);
}

}  // namespace cardon::grid_driver

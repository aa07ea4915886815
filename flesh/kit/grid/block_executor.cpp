// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <cardon/kit/grid/block_executor.hpp>
#include <cardon/kit/grid/carried_slots.hpp>
#include <cardon/kit/grid/exchange_boxes.hpp>

namespace cardon {
namespace {

std::size_t tile_bytes() {
  static const std::size_t bytes = [] {
    const long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
    return static_cast<std::size_t>(cache > 0 ? cache : 1 << 20) / 4 * 3;
  }();
  return bytes;
}

}  // namespace

BlockExecutor::BlockExecutor(const DriverSetup& setup, const Layout& layout, int block, int depth,
                             Timings& timings, double& image_seconds)
    : setup_(setup),
      layout_(layout),
      block_(block),
      storage_(layout.grid(), layout.tile(block), layout.stored(block, depth),
               setup.program->fields),
      faces_(setup, layout, block, storage_),
      timings_(timings),
      image_seconds_(image_seconds) {
  timings_.tasks.resize(setup.program->tasks.size());
  for (const Task& task : setup.program->tasks) {
    const bool computes = task.kind == Task::compute || task.kind == Task::combine;
    runners_.push_back(computes ? std::make_unique<TaskRunner>(setup, task, layout, block, storage_)
                                : nullptr);
  }
}

bool BlockExecutor::fusable(const GrownTask& compute, const GrownTask& boundary) const {
  return cardon::fusable(*setup_.program, compute, boundary);
}

void BlockExecutor::begin(const GrownTask& compute, const std::vector<GrownTask>& boundaries,
                          const StepState& state, const Pending& pending, int tiles) {
  compute_ = compute;
  boundaries_ = boundaries;
  state_ = state;
  const Box region = layout_.computed(block_, compute.growth, task(compute.task).region);
  TaskRunner& runner = this->runner(compute.task);
  runner.begin(state);
  TaskTimings& timing = this->timing(compute.task);
  timing.calls += 1;
  timing.points += region.points();
  timing.needed_points += intersect(region, layout_.owned(block_)).points();

  tiles_.clear();
  next_ = 0;
  call_seconds_ = 0;
  const int thickness = tile_thickness(region, tiles);
  const Box first =
      pending.any() ? task_core(layout_, block_, region, runner.radius(), pending, faces_.reach())
                    : Box{};
  cut(first, thickness);
  core_ = tiles_.size();
  for (const Box& box : subtract(region, first)) cut(box, thickness);
}

// Appends the tiles of a box, slabs of the slowest direction.
void BlockExecutor::cut(const Box& box, int thickness) {
  if (box.empty()) return;
  const int d = layout_.grid().dimensions - 1;
  const int extent = box.extent(d), tiles = tile_count(layout_.grid(), box, thickness);
  for (int n = 0; n < tiles; ++n) {
    Box tile = box;
    tile.lo[d] = box.lo[d] + static_cast<int>(static_cast<long>(extent) * n / tiles);
    tile.hi[d] = box.lo[d] + static_cast<int>(static_cast<long>(extent) * (n + 1) / tiles);
    tiles_.push_back(tile);
  }
}

double BlockExecutor::advance(double start) {
  const Box& tile = tiles_[next_++];
  runner(compute_.task).run(tile);
  const double computed = seconds_now();
  timing(compute_.task).compute += computed - start;
  call_seconds_ += computed - start;
  if (done()) note_call();
  return finish_tile(tile, computed);
}

void BlockExecutor::note_call() {
  long points = 0;
  for (const Box& tile : tiles_) points += tile.points();
  if (points > 0) runner(compute_.task).took(call_seconds_ / double(points));
}

const PrefetchChoice* BlockExecutor::prefetch(int task) const {
  const auto& runner = runners_[static_cast<std::size_t>(task)];
  return runner ? &runner->prefetch() : nullptr;
}

// Tiles serve two ends: faces and images are filled while the rows they need are in cache, and
// messages are polled between them.
int BlockExecutor::tile_thickness(const Box& region, int tiles) {
  int most = std::max(region.extent(layout_.grid().dimensions - 1), 1);
  if (!boundaries_.empty() || fills_images(task(compute_.task))) {
    const std::size_t slab =
        storage_.slab_bytes() * static_cast<std::size_t>(runner(compute_.task).arrays_touched());
    const int threads = setup_.team != nullptr ? setup_.team->threads() : 1;
    const std::size_t bytes = tile_bytes() * static_cast<std::size_t>(threads);
    most = std::min(most, static_cast<int>(bytes / std::max<std::size_t>(slab, 1)));
  }
  return cardon::tile_thickness(layout_.grid(), region, tiles, most,
                                faces_.min_thickness(layout_.grid().dimensions - 1));
}

// Takes the time from `start`; returns when it ended. A clock costs as much as a few rows.
double BlockExecutor::finish_tile(const Box& tile, double start) {
  if (!boundaries_.empty()) {
    for (const GrownTask& boundary : boundaries_) {
      const Box part = intersect(tile, layout_.computed(block_, boundary.growth, Region::interior));
      faces_.fill_boundary(task(boundary.task), part, boundary.growth, state_);
    }
    const double filled = seconds_now();
    timing(compute_.task).boundary += filled - start;
    start = filled;
  }
  return fill_images(task(compute_.task), tile, compute_.growth, start);
}

bool BlockExecutor::fills_images(const Task& task) const {
  return std::any_of(task.bindings.begin(), task.bindings.end(), [&](const Binding& binding) {
    return binding.writes && faces_.has_images(binding.field);
  });
}

double BlockExecutor::fill_images(const Task& task, const Box& part, const Growth& growth,
                                  double start) {
  if (!fills_images(task)) return start;
  for (const Binding& binding : task.bindings)
    if (binding.writes && faces_.has_images(binding.field))
      faces_.fill_images(binding.field, binding.level, part, growth);
  const double end = seconds_now();
  image_seconds_ += end - start;
  return end;
}

void BlockExecutor::fill_boundary(const GrownTask& boundary, const StepState& state) {
  const Task& filler = task(boundary.task);
  const Box region = layout_.computed(block_, boundary.growth, Region::interior);
  const double start = seconds_now();
  faces_.fill_boundary(filler, region, boundary.growth, state);
  const double filled = seconds_now();
  for (const int field : filler.rates.empty() ? filler.fields : filler.rates)
    if (faces_.has_images(field)) faces_.fill_images(field, filler.level, region, boundary.growth);
  TaskTimings& timing = this->timing(boundary.task);
  timing.calls += 1;
  timing.boundary += filled - start;
  image_seconds_ += seconds_now() - filled;
}

void BlockExecutor::rotate(int id) {
  for (const int field : task(id).fields) storage_.rotate(field);
}

void BlockExecutor::fill_images() {
  for (const plan::Slot& slot : carried_slots(*setup_.program))
    if (faces_.has_images(slot.field) && storage_.in_use(slot.field, slot.level))
      faces_.fill_images(slot.field, slot.level, layout_.owned(block_), {});
}

}  // namespace cardon

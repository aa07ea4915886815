// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <cardon/grid/block_executor.hpp>
#include <cardon/grid/exchange_boxes.hpp>

namespace cardon {
namespace {

// Messages move on only when they are polled; about eight polls per computation hide nearly all of
// a transfer.
constexpr int polls = 12;

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
      storage_(layout.grid(), layout.owned(block), layout.stored(block, depth),
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
  const Task& writer = task(compute.task);
  const Task& filler = task(boundary.task);
  if (writer.region != Region::interior || boundary.growth > compute.growth) return false;
  return std::all_of(filler.fields.begin(), filler.fields.end(), [&](int field) {
    return std::any_of(writer.bindings.begin(), writer.bindings.end(), [&](const Binding& binding) {
      return binding.writes && binding.field == field && binding.level == filler.level;
    });
  });
}

void BlockExecutor::compute(const GrownTask& compute, const std::vector<GrownTask>& boundaries,
                            const StepState& state, Background& background, bool overlap) {
  const Task& called = task(compute.task);
  const Box region = layout_.computed(block_, compute.growth, called.region);
  TaskRunner& runner = this->runner(compute.task);
  runner.begin(state);
  TaskTimings& timing = this->timing(compute.task);
  timing.calls += 1;
  timing.points += region.points();
  timing.needed_points += intersect(region, layout_.owned(block_)).points();

  const Sweep sweep{compute, boundaries, state, background};
  const Box first = overlap && background.pending() ? core(region, runner) : Box{};
  this->sweep(first, sweep);
  background.complete();
  for (const Box& box : subtract(region, first)) this->sweep(box, sweep);
}

// The part of the region that reads no ghost points; nothing if it is too thin for the boundaries
// that it touches.
Box BlockExecutor::core(const Box& region, const TaskRunner& runner) const {
  const Box& owned = layout_.owned(block_);
  Box box = region;
  for (int d = 0; d < layout_.grid().dimensions; ++d) {
    const bool below = layout_.has_neighbour(block_, d, false),
               above = layout_.has_neighbour(block_, d, true);
    if (below) box.lo[d] = std::max(box.lo[d], owned.lo[d] + runner.radius()[d]);
    if (above) box.hi[d] = std::min(box.hi[d], owned.hi[d] - runner.radius()[d]);
    const int least =
        std::max(below ? 0 : faces_.reach(d, false), above ? 0 : faces_.reach(d, true));
    if (box.extent(d) < std::max(least, 1)) return Box{};
  }
  return box;
}

void BlockExecutor::sweep(const Box& box, const Sweep& sweep) {
  if (box.empty()) return;
  const int d = layout_.grid().dimensions - 1;
  const int extent = box.extent(d), tiles = std::max(1, extent / tile_thickness(box, sweep));
  TaskTimings& timing = this->timing(sweep.compute.task);
  double start = seconds_now();
  for (int n = 0; n < tiles; ++n) {
    Box tile = box;
    tile.lo[d] = box.lo[d] + static_cast<int>(static_cast<long>(extent) * n / tiles);
    tile.hi[d] = box.lo[d] + static_cast<int>(static_cast<long>(extent) * (n + 1) / tiles);
    runner(sweep.compute.task).run(tile);
    const double computed = seconds_now();
    timing.compute += computed - start;
    start = finish_tile(tile, sweep, computed);
    if (sweep.background.pending()) start = sweep.background.progress(start);
  }
}

// Tiles serve two ends: faces and images are filled while the rows they need are in cache, and
// messages are polled.
int BlockExecutor::tile_thickness(const Box& box, const Sweep& sweep) {
  const int d = layout_.grid().dimensions - 1;
  int thickness = box.extent(d);
  if (d == 0) return thickness;
  if (!sweep.boundaries.empty() || fills_images(task(sweep.compute.task))) {
    const std::size_t slab = storage_.slab_bytes() *
                             static_cast<std::size_t>(runner(sweep.compute.task).arrays_touched());
    thickness =
        std::min(thickness, static_cast<int>(tile_bytes() / std::max<std::size_t>(slab, 1)));
  }
  if (sweep.background.pending())
    thickness = std::min(thickness, (box.extent(d) + polls - 1) / polls);
  return std::max({thickness, faces_.least_thickness(d), 1});
}

// Takes the time from `start`; returns when it ended. A clock costs as much as a few rows.
double BlockExecutor::finish_tile(const Box& tile, const Sweep& sweep, double start) {
  if (!sweep.boundaries.empty()) {
    for (const GrownTask& boundary : sweep.boundaries) {
      const Box part = intersect(tile, layout_.computed(block_, boundary.growth, Region::interior));
      faces_.fill_boundary(task(boundary.task), part, boundary.growth, sweep.state);
    }
    const double filled = seconds_now();
    timing(sweep.compute.task).boundary += filled - start;
    start = filled;
  }
  return fill_images(task(sweep.compute.task), tile, sweep.compute.growth, start);
}

bool BlockExecutor::fills_images(const Task& task) const {
  return std::any_of(task.bindings.begin(), task.bindings.end(), [&](const Binding& binding) {
    return binding.writes && faces_.has_images(binding.field);
  });
}

double BlockExecutor::fill_images(const Task& task, const Box& part, int growth, double start) {
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
  for (const int field : filler.fields)
    if (faces_.has_images(field)) faces_.fill_images(field, filler.level, region, boundary.growth);
  TaskTimings& timing = this->timing(boundary.task);
  timing.calls += 1;
  timing.boundary += filled - start;
  image_seconds_ += seconds_now() - filled;
}

void BlockExecutor::rotate(int id) {
  for (const int field : task(id).fields) storage_.rotate(field);
}

}  // namespace cardon

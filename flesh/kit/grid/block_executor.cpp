// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <cardon/kit/grid/block_executor.hpp>
#include <cardon/kit/grid/carried_slots.hpp>
#include <cardon/kit/grid/exchange_boxes.hpp>
#include <cardon/kit/grid/face_points.hpp>
#include <limits>
#include <set>

#include "grid/combine.hpp"
#include "grid/pieces.hpp"
#include "grid/task_call.hpp"

namespace cardon {
namespace {

constexpr int alone = -1;  // the calling thread, outside of jobs of the team

std::size_t tile_bytes() {
  static const std::size_t bytes = [] {
    const long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
    return std::size_t(cache > 0 ? cache : 1 << 20) / 4 * 3;
  }();
  return bytes;
}

}  // namespace

std::size_t arrays_before_images(const Program& program, const Task& task, bool fills_faces) {
  const std::vector<CombinationGroup> groups = groups_of(task.combinations);
  if (!fills_faces && !groups.empty())
    return std::size_t(std::ranges::max(groups, {}, &CombinationGroup::arrays).arrays);
  std::set<std::pair<int, int>> arrays;
  for (const Binding& binding : task.bindings)
    arrays.emplace(binding.field,
                   array_place(program.fields[std::size_t(binding.field)], binding.level));
  return arrays.size();
}

int max_cached_planes(std::size_t slab_bytes, std::size_t arrays) {
  return int(tile_bytes() / std::max<std::size_t>(slab_bytes * arrays, 1));
}

BlockExecutor::BlockExecutor(const DriverSetup& setup, const Layout& layout, int block, int depth,
                             Timings& timings, double& image_seconds)
    : setup_(setup),
      layout_(layout),
      block_(block),
      storage_(layout.grid(), layout.tile(block), layout.stored(block, depth),
               setup.program->fields, setup.team),
      faces_(setup, layout, block, storage_),
      timings_(timings),
      image_seconds_(image_seconds) {
  timings_.tasks.resize(setup.program->tasks.size());
  for (const Task& task : setup.program->tasks) {
    const bool computes = task.kind == Task::compute || task.kind == Task::combine;
    runners_.push_back(computes ? std::make_unique<TaskRunner>(setup, task, layout, block, storage_)
                                : nullptr);
    arrays_.push_back({arrays_before_images(*setup.program, task, false),
                       arrays_before_images(*setup.program, task, true)});
    share_prefetch(task);
  }
}

// The stages of an integrator call the same function, and see four times as soon what pays.
void BlockExecutor::share_prefetch(const Task& task) {
  if (task.kind != Task::compute || task.stage == 0) return;
  for (const Task& before : setup_.program->tasks) {
    if (before.id == task.id) return;
    if (before.kind == task.kind && before.stage > 0 && before.plain_name() == task.plain_name())
      return runners_.back()->share_prefetch(runner(before.id));
  }
}

bool BlockExecutor::fusable(const GrownTask& compute, const GrownTask& boundary) const {
  return cardon::fusable(*setup_.program, compute, boundary);
}

void BlockExecutor::begin(const GrownTask& compute, const std::vector<GrownTask>& boundaries,
                          const StepState& state, const Pending& pending, int rounds) {
  compute_ = compute;
  boundaries_ = boundaries;
  state_ = state;
  const Box region = layout_.computed(block_, compute.growth, task(compute.task).region);
  TaskRunner& runner = this->runner(compute.task);
  runner.begin(state);
  bound_.clear();
  for (const GrownTask& boundary : boundaries)
    bound_.push_back(faces_.bind(task(boundary.task), boundary.growth, state));
  bind_images();
  TaskTimings& timing = this->timing(compute.task);
  timing.calls += 1;
  timing.points += region.points();
  timing.faces += face_points(region, layout_.grid().dimensions);
  timing.needed_points += intersect(region, layout_.owned(block_)).points();

  tiles_.clear();
  rounds_.clear();
  next_ = 0;
  call_seconds_ = 0;
  bind_watch();
  const Box first =
      pending.any() ? task_core(layout_, block_, region, runner.radius(), pending, faces_.reach())
                    : Box{};
  cut(first, region, rounds);
  core_ = rounds_.size();
  if (first.empty()) return cut(region, region, rounds);
  for (const Box& box : subtract(region, first)) cut(box, region, rounds);
}

// Appends the tiles of a box, which is a part of the region.
void BlockExecutor::cut(const Box& box, const Box& region, int rounds) {
  if (box.empty()) return;
  const TaskRunner& runner = this->runner(compute_.task);
  const int last = layout_.grid().dimensions - 1;
  TeamShape shape;
  shape.dimensions = layout_.grid().dimensions;
  shape.max_planes = max_thickness();
  for (int d = 0; d <= last; ++d) shape.min_planes[d] = faces_.min_thickness(d);
  if (runner.parts(box) == 1)
    return cut_slabs(box, tile_thickness(layout_.grid(), region, rounds, shape.max_planes,
                                         faces_.min_thickness(last)));
  shape.slabs = setup_.team->threads();
  shape.parts = runner.parts_per_thread();
  shape.rounds = int(long(rounds) * box.extent(last) / region.extent(last));
  const TeamParts shared = team_parts(box, shape);
  for (const std::size_t end : shared.rounds) rounds_.push_back(tiles_.size() + end);
  tiles_.insert(tiles_.end(), shared.parts.begin(), shared.parts.end());
}

// Slabs of the slowest direction, each a round.
void BlockExecutor::cut_slabs(const Box& box, int thickness) {
  const int d = layout_.grid().dimensions - 1;
  const int extent = box.extent(d), tiles = tile_count(layout_.grid(), box, thickness);
  for (int n = 0; n < tiles; ++n) {
    Box tile = box;
    tile.lo[d] = box.lo[d] + int(long(extent) * n / tiles);
    tile.hi[d] = box.lo[d] + int(long(extent) * (n + 1) / tiles);
    tiles_.push_back(tile);
    rounds_.push_back(tiles_.size());
  }
}

// Tiles serve two ends: faces and images are filled while the rows they need are in cache, and
// messages are polled between them.
int BlockExecutor::max_thickness() {
  if (boundaries_.empty() && images_.empty()) return std::numeric_limits<int>::max();
  return max_cached_planes(storage_.slab_bytes(),
                           arrays_[std::size_t(compute_.task)][!boundaries_.empty()]);
}

long BlockExecutor::next_points() const {
  long points = 0;
  for (std::size_t n = round_begin(); n < rounds_[next_]; ++n) points += tiles_[n].points();
  return points;
}

double BlockExecutor::advance(double start) {
  const std::size_t begin = round_begin(), end = rounds_[next_++];
  if (end - begin > 1) return run_together(begin, end, start);
  Spent spent;
  const double now = run_tile(tiles_[begin], alone, start, spent);
  note(spent);
  return now;
}

// The threads' times as shares of what the round takes.
double BlockExecutor::run_together(std::size_t begin, std::size_t end, double start) {
  const TaskAwaited awaited(task(compute_.task), state_.iteration);
  const auto threads = std::size_t(setup_.team->threads());
  spent_.assign(threads, Spent{});
  setup_.team->share(int(end - begin), [&](int n, int thread) {
    run_tile(tiles_[begin + std::size_t(n)], thread, seconds_now(), spent_[std::size_t(thread)]);
  });
  const double now = seconds_now();
  Spent all;
  for (const Spent& spent : spent_) all.add(spent, 1);
  Spent shares;
  if (all.sum() > 0) shares.add(all, (now - start) / all.sum());
  note(shares);
  return now;
}

void BlockExecutor::note(const Spent& spent) {
  TaskTimings& timing = this->timing(compute_.task);
  timing.compute += spent.compute;
  timing.boundary += spent.boundary;
  image_seconds_ += spent.images;
  watched_.seconds += spent.watch;
  call_seconds_ += spent.compute;
  if (done()) note_call();
}

void BlockExecutor::note_call() {
  long points = 0;
  for (const Box& tile : tiles_) points += tile.points();
  if (points > 0) runner(compute_.task).took(call_seconds_ / double(points));
}

const PrefetchChoice* BlockExecutor::prefetch(int task) const {
  const auto& runner = runners_[std::size_t(task)];
  return runner ? &runner->prefetch() : nullptr;
}

// Takes the time from `start`, as all below; returns when it ended. A clock costs as much as a few
// rows.
double BlockExecutor::run_tile(const Box& tile, int thread, double start, Spent& spent) {
  if (by_groups_) {
    start = run_groups(tile, thread, start, spent);
  } else {
    TaskRunner& runner = this->runner(compute_.task);
    thread == alone ? runner.run(tile) : runner.run(tile, thread);
    const double computed = seconds_now();
    spent.compute += computed - start;
    start = fill_faces(tile, computed, spent);
  }
  if (shown_.empty()) return start;
  show(tile, std::max(thread, 0));
  const double end = seconds_now();
  spent.watch += end - start;
  return end;
}

double BlockExecutor::run_groups(const Box& tile, int thread, double start, Spent& spent) {
  const auto after = [&](int group) {
    const double computed = seconds_now();
    copy_images(tile, group);
    const double copied = seconds_now();
    spent.compute += computed - start;
    spent.images += copied - computed;
    start = copied;
  };
  runner(compute_.task).run_groups(tile, thread, std::ref(after));
  return start;
}

// Then copies the images, too.
double BlockExecutor::fill_faces(const Box& tile, double start, Spent& spent) {
  if (!boundaries_.empty()) {
    for (std::size_t n = 0; n < boundaries_.size(); ++n) {
      const GrownTask& boundary = boundaries_[n];
      const Box part = intersect(tile, layout_.computed(block_, boundary.growth, Region::interior));
      faces_.fill_boundary(task(boundary.task), bound_[n], part, state_, PartOrder::any);
    }
    const double filled = seconds_now();
    spent.boundary += filled - start;
    start = filled;
  }
  if (images_.empty()) return start;
  copy_images(tile, all_groups);
  const double copied = seconds_now();
  spent.images += copied - start;
  return copied;
}

// Of the fields of one group of combinations, or of all.
void BlockExecutor::copy_images(const Box& tile, int group) const {
  if (tile.empty()) return;
  const Box box = faces_.with_faces(tile, compute_.growth);
  for (const Image& image : images_)
    if (image.group == group) faces_.copy_images(image.field, image.array, box);
}

// Fields that this task writes last in the watched step, faces and all.
void BlockExecutor::bind_watch() {
  shown_.clear();
  if (!watched_.in(state_)) return;
  for (std::size_t n = 0; n < watched_.watch->fields.size(); ++n) {
    const WatchedField& watched = watched_.watch->fields[n];
    if (watched.task != compute_.task) continue;
    const bool fused =
        std::all_of(watched.boundaries.begin(), watched.boundaries.end(), [this](int boundary) {
          return std::any_of(boundaries_.begin(), boundaries_.end(),
                             [boundary](const GrownTask& task) { return task.task == boundary; });
        });
    for (const Binding& binding : task(compute_.task).bindings)
      if (fused && binding.writes && binding.field == watched.field &&
          binding.level == watched.level)
        shown_.push_back({n, storage_.array(binding.field, binding.level)});
  }
}

void BlockExecutor::show(const Box& tile, int thread) const {
  for (const Shown& shown : shown_) {
    const bool has_faces = !watched_.watch->fields[shown.number].boundaries.empty();
    const Box box = intersect(has_faces ? faces_.with_faces(tile, compute_.growth) : tile,
                              layout_.owned(block_));
    if (!box.empty())
      watched_.watch->see(thread, shown.number,
                          {box, shown.array.origin, shown.array.sy, shown.array.sz});
  }
}

// Before threads share the tiles: storage notes which arrays are used.
void BlockExecutor::bind_images() {
  images_.clear();
  const TaskRunner& runner = this->runner(compute_.task);
  for (const Binding& binding : task(compute_.task).bindings)
    if (binding.writes && faces_.has_images(binding.field))
      images_.push_back({binding.field, storage_.array(binding.field, binding.level)});
  // Faces, which lie between values and their images, are filled for all fields together.
  by_groups_ = !images_.empty() && boundaries_.empty() && runner.groups() > 1;
  for (Image& image : images_)
    if (by_groups_) image.group = runner.group_of(image.field);
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

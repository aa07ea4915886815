// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/tiles/segment_executor.hpp>
#include <limits>
#include <set>

namespace cardon {

SegmentExecutor::SegmentExecutor(const DriverSetup& setup, const Layout& layout, int block,
                                 BlockStorage& storage, FaceFiller& faces, Timings& timings,
                                 double& image_seconds)
    : setup_(setup),
      layout_(layout),
      block_(block),
      storage_(storage),
      faces_(faces),
      timings_(timings),
      image_seconds_(image_seconds) {}

// Directions that the block spans and whose ends meet are cyclic; faces are filled with the rows
// inside.
TileSpace SegmentExecutor::space() const {
  TileSpace space;
  const Box interior = layout_.grid().interior();
  for (int d = 1; d < 3; ++d) {
    if (layout_.has_images(d)) space.cyclic[d] = layout_.grid().points[d];
    if (!layout_.has_faces(d)) continue;
    space.anchors.lo[d] = interior.lo[d];
    space.anchors.hi[d] = interior.hi[d];
  }
  return space;
}

// A boundary task reads inside the rows that it fills a face with, and fills a lower face late.
void SegmentExecutor::add_reach_of_faces(const Growth& growth, TileAccess& access) const {
  for (int d = 1; d < 3; ++d)
    for (const bool upper : {false, true}) {
      if (!faces_.has_face(d, upper, growth)) continue;
      const int inside = std::max(faces_.reach(d, upper) - 1, 0);
      access.behind[d] = std::max(access.behind[d], inside);
      if (!upper) access.late[d] = inside;
    }
}

TileInstance SegmentExecutor::tile(const SegmentOperation& operation) const {
  const Task& task = this->task(operation.task.task);
  const bool fills = task.kind == Task::boundary;
  TileInstance tile;
  tile.region =
      layout_.computed(block_, operation.task.growth, fills ? Region::interior : task.region);
  for (const Binding& binding : task.bindings) {
    TileAccess access;
    access.array = storage_.array_number(binding.field, binding.level);
    access.reads = binding.reads || fills;
    access.writes = binding.writes;
    if (fills)
      add_reach_of_faces(operation.task.growth, access);
    else if (binding.reads)
      access.ahead = access.behind = binding.radius;
    tile.accesses.push_back(access);
  }
  return tile;
}

SegmentFacts SegmentExecutor::facts(std::span<const SegmentOperation> operations) {
  std::vector<TileInstance> tiles;
  std::map<int, int> rotated;  // times, by field
  bool fits = true;
  for (const SegmentOperation& operation : operations) {
    if (!is_rotation(operation)) {
      const Task& task = this->task(operation.task.task);
      fits = fits && (task.kind != Task::boundary || faces_.fills_upwards(task));
      tiles.push_back(tile(operation));
      continue;
    }
    for (const int field : task(operation.task.task).fields) {
      storage_.rotate(field);
      rotated[field] += 1;
    }
  }
  for (const auto& [field, times] : rotated) {
    const int arrays = setup_.program->fields[static_cast<std::size_t>(field)].arrays();
    for (int n = times % arrays; n < arrays && n > 0; ++n) storage_.rotate(field);
  }
  SegmentFacts facts;
  facts.instances = static_cast<int>(tiles.size());
  std::set<int> arrays;
  const std::vector<Index3> skews = tile_skews(tiles);
  for (const Index3& skew : skews)
    for (int d = 1; d < 3; ++d) facts.span[d] = std::max(facts.span[d], skew[d]);
  for (const TileInstance& tile : tiles)
    for (const TileAccess& access : tile.accesses) {
      arrays.insert(access.array);
      for (int d = 0; d < 3; ++d) facts.reach[d] = std::max(facts.reach[d], access.ahead[d]);
    }
  facts.arrays = static_cast<int>(arrays.size());
  facts.fits = fits && skews_fit(tiles, skews, space());
  return facts;
}

TaskRunner& SegmentExecutor::next_runner(const Task& task) {
  auto& runners = runners_[task.id];
  const std::size_t number = bound_[task.id]++;
  if (number == runners.size())
    runners.push_back(std::make_unique<TaskRunner>(setup_, task, layout_, block_, storage_));
  return *runners[number];
}

SegmentExecutor::Instance SegmentExecutor::bind(const SegmentOperation& operation) {
  Instance instance;
  instance.task = &task(operation.task.task);
  instance.growth = operation.task.growth;
  instance.state = operation.state;
  if (instance.task->kind == Task::boundary) {
    instance.faces = faces_.bind(*instance.task);
    return instance;
  }
  instance.runner = &next_runner(*instance.task);
  instance.runner->begin(operation.state, false);
  for (const Binding& binding : instance.task->bindings)
    if (binding.writes && faces_.has_images(binding.field))
      instance.images.push_back({binding.field, storage_.array(binding.field, binding.level)});
  return instance;
}

void SegmentExecutor::note_calls(const TileInstance& tile, const Instance& instance) {
  TaskTimings& timing = timings_.tasks[static_cast<std::size_t>(instance.task->id)];
  timing.calls += 1;
  if (instance.runner == nullptr) return;
  timing.points += tile.region.points();
  timing.needed_points += intersect(tile.region, layout_.owned(block_)).points();
}

// Takes the time from `start`; returns when it ended.
double SegmentExecutor::run_part(Instance& instance, const Box& part, double start) {
  TaskTimings& timing = timings_.tasks[static_cast<std::size_t>(instance.task->id)];
  if (instance.runner == nullptr) {
    faces_.fill_boundary(*instance.task, instance.faces, part, instance.growth, instance.state,
                         PartOrder::upwards);
    const double filled = seconds_now();
    timing.boundary += filled - start;
    return filled;
  }
  instance.runner->run(part);
  const double computed = seconds_now();
  timing.compute += computed - start;
  if (instance.images.empty()) return computed;
  for (const Image& image : instance.images) faces_.copy_images(image.field, image.array, part);
  const double end = seconds_now();
  image_seconds_ += end - computed;
  return end;
}

void SegmentExecutor::run(std::span<const SegmentOperation> operations, const TileShape& shape) {
  std::vector<Instance> instances;
  std::vector<TileInstance> tiles;
  bound_.clear();
  for (const SegmentOperation& operation : operations) {
    if (is_rotation(operation)) {
      for (const int field : task(operation.task.task).fields) storage_.rotate(field);
      continue;
    }
    instances.push_back(bind(operation));
    tiles.push_back(tile(operation));
    note_calls(tiles.back(), instances.back());
  }
  double now = seconds_now();
  for_each_tile(tiles, tile_skews(tiles), space(), shape, [&](int number, const Box& part) {
    now = run_part(instances[static_cast<std::size_t>(number)], part, now);
  });
}

}  // namespace cardon

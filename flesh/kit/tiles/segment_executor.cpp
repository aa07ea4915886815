// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/grid/exchange_boxes.hpp>
#include <cardon/kit/tiles/segment_executor.hpp>

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

SegmentShape SegmentExecutor::shape_of(std::span<const SegmentOperation> operations) const {
  std::vector<GrownTask> tasks;
  for (const SegmentOperation& operation : operations) tasks.push_back(operation.task);
  return segment_shape(*setup_.program, layout_, block_, tasks, faces_.reach());
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

void SegmentExecutor::begin(std::span<const SegmentOperation> operations,
                            const SegmentShape& segment, const Cut& cut) {
  instances_.clear();
  bound_.clear();
  for (const SegmentOperation& operation : operations) {
    if (is_rotation(operation)) {
      for (const int field : task(operation.task.task).fields) storage_.rotate(field);
      continue;
    }
    instances_.push_back(bind(operation));
    note_calls(segment.instances[instances_.size() - 1], instances_.back());
  }
  this->cut(segment, cut.tiles,
            segment_cores(segment, layout_, block_, cut.pending, faces_.reach()));
  const long all = core_.points + rest_.points;
  core_.pieces = segment_pieces(cut.pieces, core_.points, all);
  rest_.pieces = segment_pieces(cut.pieces, rest_.points, all);
}

// The core in tiles; what is left around it one operation after the other.
void SegmentExecutor::cut(const SegmentShape& segment, const TileShape& tiles,
                          const std::vector<Box>& cores) {
  parts_.clear();
  core_ = rest_ = Share{};
  next_ = 0;
  piece_ = 0;
  computed_ = 0;
  std::vector<TileInstance> instances = segment.instances;
  const bool has_core =
      std::any_of(cores.begin(), cores.end(), [](const Box& core) { return !core.empty(); });
  for (std::size_t n = 0; n < instances.size() && has_core; ++n) instances[n].region = cores[n];
  for_each_tile(instances, segment.skews, segment.space, tiles, [&](int number, const Box& box) {
    add(static_cast<std::size_t>(number), box, has_core ? core_ : rest_);
  });
  for (std::size_t n = 0; n < instances.size() && has_core; ++n)
    for (const Box& box : subtract(segment.instances[n].region, cores[n])) add(n, box, rest_);
}

void SegmentExecutor::add(std::size_t instance, const Box& box, Share& share) {
  if (box.empty()) return;
  parts_.push_back({instance, box});
  share.points += box.points();
  share.end = parts_.size();
}

SegmentExecutor::Progress SegmentExecutor::advance(double start) {
  const bool in_core = core_left();
  const Share& share = in_core ? core_ : rest_;
  const int piece = ++piece_ - (in_core ? 0 : core_.pieces);
  const long until =
      (in_core ? 0 : core_.points) + static_cast<long>(double(share.points) * piece / share.pieces);
  Progress progress{start, -1, 0};
  while (next_ < share.end && (computed_ < until || piece == share.pieces)) {
    const Part& part = parts_[next_++];
    Instance& instance = instances_[part.instance];
    progress.now = run_part(instance, part.box, progress.now);
    progress.task = instance.task->id;
    progress.points += part.box.points();
    computed_ += part.box.points();
  }
  return progress;
}

void SegmentExecutor::run(std::span<const SegmentOperation> operations, const SegmentShape& segment,
                          const TileShape& tiles) {
  begin(operations, segment, {tiles, 1, {}});
  while (!done()) advance(seconds_now());
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/grid/exchange_boxes.hpp>
#include <cardon/kit/grid/face_points.hpp>
#include <cardon/kit/tiles/segment_executor.hpp>
#include <utility>

#include "grid/task_call.hpp"
#include "tiles/wavefront.hpp"

namespace cardon {
namespace {

constexpr int alone = -1;  // the calling thread, outside of jobs of the team
// Of a piece for each thread: the last one begins as many steps after the first as there are
// threads.
constexpr int min_steps = 8;

}  // namespace

SegmentExecutor::SegmentExecutor(const DriverSetup& setup, const Layout& layout,
                                 BlockExecutor& block, Timings& timings, double& image_seconds)
    : setup_(setup),
      layout_(layout),
      block_(block.block()),
      storage_(block.storage()),
      faces_(block.faces()),
      timings_(timings),
      watched_(block.watched()),
      image_seconds_(image_seconds) {
  const std::size_t tasks = setup.program->tasks.size();
  spent_.assign(std::size_t(threads_of(setup.team)),
                Spent{std::vector<double>(tasks), std::vector<double>(tasks), 0, 0});
}

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
  instance.state = operation.state;
  if (instance.task->kind == Task::boundary) {
    instance.faces = faces_.bind(*instance.task, operation.task.growth, operation.state);
    bind_watch(instance);
    return instance;
  }
  instance.runner = &next_runner(*instance.task);
  instance.runner->begin(operation.state, false);
  for (const Binding& binding : instance.task->bindings)
    if (binding.writes && faces_.has_images(binding.field))
      instance.images.push_back({binding.field, storage_.array(binding.field, binding.level)});
  bind_watch(instance);
  return instance;
}

// A field is final behind the task that writes it last, or the last boundary that fills it then.
void SegmentExecutor::bind_watch(Instance& instance) {
  if (!watched_.in(instance.state)) return;
  const std::vector<WatchedField>& fields = watched_.watch->fields;
  for (std::size_t n = 0; n < fields.size() && instance.runner != nullptr; ++n)
    if (fields[n].task == instance.task->id)
      (fields[n].boundaries.empty() ? instance.shown : unfilled_)
          .push_back(
              {n, storage_.array(fields[n].field, fields[n].level), fields[n].boundaries.size()});
  for (Shown& shown : unfilled_) {
    const std::vector<int>& boundaries = fields[shown.number].boundaries;
    shown.missing -=
        std::size_t(std::count(boundaries.begin(), boundaries.end(), instance.task->id));
    if (shown.missing == 0) instance.shown.push_back(shown);
  }
  std::erase_if(unfilled_, [](const Shown& shown) { return shown.missing == 0; });
}

// Points that are final behind this part, while they are in cache.
void SegmentExecutor::show(const Instance& instance, const Box& part, int thread) const {
  const auto see = [&](const Box& box) {
    const Box own = intersect(box, layout_.owned(block_));
    for (const Shown& shown : instance.shown)
      if (!own.empty())
        watched_.watch->see(std::max(thread, 0), shown.number,
                            {own, shown.array.origin, shown.array.sy, shown.array.sz});
  };
  if (instance.runner != nullptr)
    see(part);
  else
    faces_.visit_filled(part, instance.faces, see);
}

void SegmentExecutor::note_calls(const TileInstance& tile, const Instance& instance) {
  TaskTimings& timing = timings_.tasks[std::size_t(instance.task->id)];
  timing.calls += 1;
  if (instance.runner == nullptr) return;
  timing.points += tile.region.points();
  timing.faces += face_points(tile.region, layout_.grid().dimensions);
  timing.needed_points += intersect(tile.region, layout_.owned(block_)).points();
}

// Takes the time from `start`; returns when it ended. `alone`: all threads may share it.
double SegmentExecutor::run_part(const TilePart& part, int thread, double start, Spent& spent) {
  Instance& instance = instances_[std::size_t(part.instance)];
  const double done = run_operation(instance, part.box, thread, start, spent);
  if (instance.shown.empty()) return done;
  show(instance, part.box, thread);
  const double end = seconds_now();
  spent.watch += end - done;
  return end;
}

double SegmentExecutor::run_operation(Instance& instance, const Box& part, int thread, double start,
                                      Spent& spent) {
  const auto task = std::size_t(instance.task->id);
  if (instance.runner == nullptr) {
    faces_.fill_boundary(*instance.task, instance.faces, part, instance.state, PartOrder::upwards);
    const double filled = seconds_now();
    spent.boundary[task] += filled - start;
    return filled;
  }
  if (thread == alone)
    instance.runner->run(part);
  else
    instance.runner->run(part, thread);
  const double computed = seconds_now();
  spent.compute[task] += computed - start;
  if (instance.images.empty()) return computed;
  for (const Image& image : instance.images) faces_.copy_images(image.field, image.array, part);
  const double end = seconds_now();
  spent.images += end - computed;
  return end;
}

// The threads' times as shares of what all took together.
void SegmentExecutor::note(double seconds) {
  double sum = 0;
  for (const Spent& spent : spent_) {
    sum += spent.images + spent.watch;
    for (std::size_t n = 0; n < spent.compute.size(); ++n)
      sum += spent.compute[n] + spent.boundary[n];
  }
  const double scale = sum > 0 ? seconds / sum : 0;
  for (Spent& spent : spent_) {
    image_seconds_ += scale * std::exchange(spent.images, 0);
    watched_.seconds += scale * std::exchange(spent.watch, 0);
    for (std::size_t n = 0; n < spent.compute.size(); ++n) {
      timings_.tasks[n].compute += scale * std::exchange(spent.compute[n], 0);
      timings_.tasks[n].boundary += scale * std::exchange(spent.boundary[n], 0);
    }
  }
}

void SegmentExecutor::begin(std::span<const SegmentOperation> operations,
                            const SegmentShape& segment, const Cut& cut) {
  instances_.clear();
  unfilled_.clear();
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
  set_pieces(core_, cut.pieces, all);
  set_pieces(rest_, cut.pieces, all);
}

// Threads wait for each other at the ends of a piece.
void SegmentExecutor::set_pieces(Share& share, int pieces, long all) const {
  share.pieces = segment_pieces(pieces, share.points, all);
  if (!share.in_columns) return;
  const int min_length = min_steps * threads_of(setup_.team);
  share.pieces = std::min(share.pieces, std::max(columns_.steps_of_column() / min_length, 1));
}

// The core in tiles; what is left around it in tiles, too, or one operation after the other.
void SegmentExecutor::cut(const SegmentShape& segment, const TileShape& tiles,
                          const std::vector<Box>& cores) {
  next_ = 0;
  piece_ = 0;
  computed_ = 0;
  CutOf now{{}, cores, segment.skews, segment.space.cyclic, segment.space.anchors, tiles};
  for (const TileInstance& instance : segment.instances) now.regions.push_back(instance.region);
  if (now == cut_) return;
  cut_ = std::move(now);
  parts_.clear();
  core_ = rest_ = Share{};
  std::vector<TileInstance> instances = segment.instances;
  const bool has_core =
      std::any_of(cores.begin(), cores.end(), [](const Box& core) { return !core.empty(); });
  if (!has_core) return cut_share(instances, segment, tiles, rest_);
  for (std::size_t n = 0; n < instances.size(); ++n) instances[n].region = cores[n];
  cut_share(instances, segment, tiles, core_);
  instances = segment.instances;
  for (std::size_t n = 0; n < instances.size(); ++n) instances[n].done = cores[n];
  if (fits_in_tiles(segment, cores)) return cut_share(instances, segment, tiles, rest_);
  for (std::size_t n = 0; n < instances.size(); ++n)
    for (const Box& box : subtract(instances[n].region, cores[n])) add(n, box, rest_);
}

// What is left around the cores: threads would share few tiles of it, and ends of rows are short.
bool SegmentExecutor::fits_in_tiles(const SegmentShape& segment,
                                    const std::vector<Box>& cores) const {
  if (setup_.team != nullptr) return false;
  for (std::size_t n = 0; n < cores.size(); ++n)
    if (!cores[n].empty() && cores[n].extent(0) < segment.instances[n].region.extent(0))
      return false;
  return true;
}

void SegmentExecutor::cut_share(const std::vector<TileInstance>& instances,
                                const SegmentShape& segment, const TileShape& tiles, Share& share) {
  if (cut_columns(instances, segment, tiles, share)) return;
  for_each_tile(instances, segment.skews, segment.space, tiles,
                [&](int number, const Box& box) { add(std::size_t(number), box, share); });
}

// For the threads of a rank, if they can work on several columns.
bool SegmentExecutor::cut_columns(const std::vector<TileInstance>& instances,
                                  const SegmentShape& segment, const TileShape& tiles,
                                  Share& share) {
  if (setup_.team == nullptr || segment.facts.extent[2] < min_steps * tiles.planes) return false;
  columns_ = tile_columns(instances, segment.skews, segment.space, tiles);
  share.in_columns = columns_.columns > 1;
  for (const TilePart& part : columns_.parts)
    if (share.in_columns) share.points += part.box.points();
  return share.in_columns;
}

void SegmentExecutor::add(std::size_t instance, const Box& box, Share& share) {
  if (box.empty()) return;
  parts_.push_back({int(instance), box});
  share.points += box.points();
  share.end = parts_.size();
}

SegmentExecutor::Progress SegmentExecutor::advance(double start) {
  const bool in_core = core_left();
  const Share& share = in_core ? core_ : rest_;
  const int piece = ++piece_ - (in_core ? 0 : core_.pieces);
  if (share.in_columns) return advance_columns(share, piece, start);
  const long until =
      (in_core ? 0 : core_.points) + long(double(share.points) * piece / share.pieces);
  Progress progress{start, -1, 0};
  while (next_ < share.end && (computed_ < until || piece == share.pieces)) {
    const TilePart& part = parts_[next_++];
    progress.now = run_part(part, alone, progress.now, spent_.front());
    computed_ += part.box.points();
    const Instance& instance = instances_[std::size_t(part.instance)];
    if (instance.runner == nullptr) continue;
    progress.task = instance.task->id;
    progress.points += part.box.points();
  }
  note(progress.now - start);
  return progress;
}

SegmentExecutor::Progress SegmentExecutor::advance_columns(const Share& share, int piece,
                                                           double start) {
  const long all = columns_.steps_of_column();
  const StepRange steps{int(all * (piece - 1) / share.pieces), int(all * piece / share.pieces)};
  const Instance& first = instances_.front();
  const TaskAwaited awaited(*first.task, first.state.iteration);
  run_wavefront(*setup_.team, columns_, steps, [&](std::span<const TilePart> parts, int thread) {
    double now = seconds_now();
    for (const TilePart& part : parts)
      now = run_part(part, thread, now, spent_[std::size_t(thread)]);
  });
  Progress progress{seconds_now(), first.task->id, 0};
  for (int column = 0; column < columns_.columns; ++column)
    for (int step = steps.begin; step < steps.end; ++step)
      for (const TilePart& part : columns_.parts_of(column, step)) {
        computed_ += part.box.points();
        if (instances_[std::size_t(part.instance)].runner != nullptr)
          progress.points += part.box.points();
      }
  note(progress.now - start);
  return progress;
}

void SegmentExecutor::run(std::span<const SegmentOperation> operations, const SegmentShape& segment,
                          const TileShape& tiles) {
  begin(operations, segment, {tiles, 1, {}});
  while (!done()) advance(seconds_now());
}

}  // namespace cardon

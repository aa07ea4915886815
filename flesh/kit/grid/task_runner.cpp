// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/grid/task_runner.hpp>
#include <cardon/kit/profile_region.hpp>
#include <cardon/services/parameter_set.hpp>
#include <optional>

#include "grid/combine.hpp"
#include "grid/pieces.hpp"
#include "grid/scalar_sink.hpp"
#include "grid/task_call.hpp"

namespace cardon {
namespace {

// How many rows ahead of its use data is asked for: enough for the memory's delay, few enough not
// to be thrown out again.
constexpr int rows_ahead = 2;

// Below this the whole block stays in the second-level cache.
constexpr std::size_t cached_bytes = std::size_t{1} << 20;

// Of the part of a box at which combinations follow each other: half of a second-level cache.
constexpr long combined_bytes = 1 << 19;

// Of a part that another thread may take: to hand it over costs as much as some hundred points.
constexpr long min_points = 256;
// So that a thread that is late, or whose points cost more, leaves some to the others.
constexpr int parts_of_a_thread = 4;

// As driver.prefetch says, where the driver has that parameter.
PrefetchChoice choice(const DriverSetup& setup, const BlockStorage& storage) {
  const bool set = setup.parameters != nullptr && setup.parameters->has("driver", "prefetch");
  const auto wish = set ? prefetch_wish(setup.parameters->get<std::string>("driver", "prefetch"))
                        : PrefetchChoice::Wish::automatic;
  return PrefetchChoice(wish, storage.bytes() <= cached_bytes);
}

}  // namespace

TaskRunner::TaskRunner(const DriverSetup& setup, const Task& task, const Layout& layout, int block,
                       const BlockStorage& storage)
    : task_(task),
      scalars_(setup.scalars),
      failures_(setup.failures),
      layout_(layout),
      storage_(storage),
      team_(setup.team),
      groups_(groups_of(task.combinations)),
      prefetch_(std::make_shared<PrefetchChoice>(choice(setup, storage))) {
  context_.task = task.name;
  context_.thorn = task.thorn;
  context_.parameters = setup.parameters;
  context_.scalars = task.scalars.empty() ? nullptr : setup.scalars;
  for (const ScalarRead& read : task.reads_scalars)
    context_.values.push_back({read.declared, read.lag, {}});
  context_.owned = layout.owned(block);
  set_grid(layout.grid(), context_);
  bind(setup);
}

void TaskRunner::bind(const DriverSetup& setup) {
  for (const Binding& binding : task_.bindings) {
    BoundField field;
    field.name = binding.declared;
    field.level = binding.declared_level;
    field.reads = binding.reads;
    field.writes = binding.writes;
    field.radius = binding.radius;
    field.task = task_.name;
    for (int d = 0; d < setup.program->grid.dimensions; ++d) {
      field.values.inverse_spacing[d] = 1 / setup.program->grid.spacing[d];
      if (binding.reads) radius_[d] = std::max(radius_[d], binding.radius[d]);
    }
    context_.fields.push_back(field);
  }
}

void TaskRunner::begin(const StepState& state, bool prefetches) {
  context_.time = state.time_at(task_.time_fraction);
  context_.dt = state.dt;
  context_.implicit_step = task_.implicit_fraction * state.dt;
  context_.iteration = state.iteration;
  context_.step = state.initial ? 0 : state.iteration + 1;
  for (std::size_t n = 0; n < context_.values.size(); ++n)
    context_.values[n].value = scalars_->value(task_.reads_scalars[n], context_.step);
  context_.prefetch.clear();
  for (std::size_t n = 0; n < context_.fields.size(); ++n) {
    const Binding& binding = task_.bindings[n];
    const FieldArray array = storage_.array(binding.field, binding.level);
    FieldReader& values = context_.fields[n].values;
    values.origin = array.origin;
    values.sy = array.sy;
    values.sz = array.sz;
    if (prefetches && prefetch_->on()) prefetch_from(binding, array);
  }
  combinations_.resize(task_.combinations.size());
  for (std::size_t n = 0; n < combinations_.size(); ++n)
    cardon::bind(combinations_[n], task_.combinations[n], storage_);
  if (team_ != nullptr) share();
}

// One for each thread of the team, which keeps the formulas that it has compiled.
void TaskRunner::share() {
  shared_.resize(std::size_t(team_->threads()));
  for (BlockContext& own : shared_) {
    auto formulas = std::move(own.formulas);
    own = context_;
    own.formulas = std::move(formulas);
    own.in_team = true;
  }
}

void TaskRunner::prefetch_from(const Binding& binding, const FieldArray& array) {
  // The row that a stencil meets first lies in the leading plane (in the leading row of a plane).
  std::ptrdiff_t ahead = rows_ahead * array.sy;
  if (binding.reads)
    ahead += binding.radius[2] > 0 && array.sz > 0 ? binding.radius[2] * array.sz
                                                   : binding.radius[1] * array.sy;
  auto& all = context_.prefetch;
  auto same = std::find_if(all.begin(), all.end(),
                           [&](const Prefetch& f) { return f.origin == array.origin; });
  if (same == all.end()) same = all.insert(same, {array.origin, array.sy, array.sz, ahead});
  same->ahead = std::max(same->ahead, ahead);
  if (!binding.reads) return;
  for (int d = 0; d < 3; ++d) same->radius[d] = std::max(same->radius[d], binding.radius[d]);
}

void TaskRunner::share_prefetch(const TaskRunner& other) {
  prefetch_ = other.prefetch_;
  prefetch_->share();
}

int TaskRunner::parts(const Box& box) const {
  if (team_ == nullptr || task_.serial) return 1;
  const long max_parts = long(team_->threads()) * parts_per_thread();
  return int(std::clamp(box.points() / min_points, 1L, max_parts));
}

int TaskRunner::parts_per_thread() const {
  return task_.bin == Bin::initial || only_looks(task_.bin) ? 1 : parts_of_a_thread;
}

void TaskRunner::run(const Box& box) {
  const ProfileRegion region(task_.name.c_str());
  const int wanted = parts(box);
  if (wanted == 1) return run(context_, box);
  const std::vector<Box> all = parts_of_box(box, wanted);
  const TaskAwaited awaited(task_, context_.iteration);
  team_->share(int(all.size()), [&](int part, int thread) { run(all[std::size_t(part)], thread); });
}

void TaskRunner::run(const Box& box, int thread) { run(shared_[std::size_t(thread)], box); }

void TaskRunner::run_groups(const Box& box, int thread, const std::function<void(int)>& after) {
  std::optional<ProfileRegion> region;  // tools take those of one thread
  if (thread < 0) region.emplace(task_.name.c_str());
  BlockContext& context = thread < 0 ? context_ : shared_[std::size_t(thread)];
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    combine(context, box, groups_[group]);
    after(int(group));
  }
}

int TaskRunner::group_of(int field) const {
  const auto sets = [&](const CombinationGroup& group) {
    return std::ranges::any_of(
        std::span(task_.combinations).subspan(group.first, group.last - group.first),
        [&](const Combination& combination) { return combination.target == field; });
  };
  return int(std::find_if(groups_.rbegin(), groups_.rend(), sets).base() - groups_.begin()) - 1;
}

void TaskRunner::run(BlockContext& context, const Box& box) const {
  if (task_.kind == Task::combine) {
    for (const CombinationGroup& group : groups_) combine(context, box, group);
    return;
  }
  context.pieces.clear();
  cut_at_images(layout_, box, context.pieces);
  call_task(task_, context, box, storage_, failures_);
}

// What one combination of the group has read is in the cache when the next one reads it.
void TaskRunner::combine(BlockContext& context, const Box& box,
                         const CombinationGroup& group) const {
  const long bytes = box.points() * group.arrays * long(sizeof(Real));
  const auto combine_all = [&](const Box& part) {
    context.pieces.clear();
    cut_at_images(layout_, part, context.pieces);
    cardon::combine(context,
                    std::span(combinations_).subspan(group.first, group.last - group.first));
  };
  if (group.last - group.first == 1 || bytes < 2 * combined_bytes) return combine_all(box);
  for (const Box& part : parts_of_box(box, int(bytes / combined_bytes))) combine_all(part);
}

}  // namespace cardon

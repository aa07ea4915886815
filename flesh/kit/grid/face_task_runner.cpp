// SPDX-License-Identifier: Apache-2.0
#include "grid/face_task_runner.hpp"

#include <algorithm>
#include <cardon/kit/profile_region.hpp>

#include "grid/pieces.hpp"
#include "grid/task_call.hpp"

namespace cardon {
namespace {

// Along the normal only, whatever the thorn declares for the other directions.
Index3 along(int direction, const Index3& radius) {
  Index3 reach{0, 0, 0};
  reach[std::size_t(direction)] = radius[std::size_t(direction)];
  return reach;
}

}  // namespace

FaceTaskRunner::FaceTaskRunner(const DriverSetup& setup, const Task& task, const Layout& layout,
                               int direction, bool upper, const BlockStorage& storage)
    : task_(task),
      scalars_(setup.scalars),
      failures_(setup.failures),
      layout_(layout),
      storage_(storage) {
  context_.task = task.name;
  context_.thorn = task.thorn;
  context_.parameters = setup.parameters;
  context_.face = {direction, upper, 0};
  for (const ScalarRead& read : task.reads_scalars)
    context_.values.push_back({read.declared, read.lag, {}});
  set_grid(layout.grid(), context_);
  for (const Binding& binding : task.bindings) {
    BoundField field;
    field.name = binding.declared;
    field.reads = binding.reads;
    field.writes = binding.writes;
    field.radius = along(direction, binding.radius);
    field.task = task.name;
    for (int d = 0; d < layout.grid().dimensions; ++d)
      field.values.inverse_spacing[d] = 1 / layout.grid().spacing[d];
    context_.fields.push_back(field);
  }
}

bool FaceTaskRunner::fills(int field) const {
  return std::any_of(task_.bindings.begin(), task_.bindings.end(),
                     [&](const Binding& b) { return b.writes && b.field == field; });
}

void FaceTaskRunner::bind(int level) {
  for (std::size_t n = 0; n < context_.fields.size(); ++n) {
    const Binding& binding = task_.bindings[n];
    const FieldArray array = storage_.array(binding.field, binding.writes ? level : 0);
    FieldReader& values = context_.fields[n].values;
    values.origin = array.origin;
    values.sy = array.sy;
    values.sz = array.sz;
  }
}

// The boundary task knows which of the values of a step it comes after.
void FaceTaskRunner::read_scalars(const Task& instance, const StepState& state) {
  const long step = state.initial ? 0 : state.iteration + 1;
  for (std::size_t n = 0; n < context_.values.size(); ++n) {
    const ScalarRead& mine = task_.reads_scalars[n];
    for (const ScalarRead& read : instance.reads_scalars)
      if (read.scalar == mine.scalar && read.lag == mine.lag)
        context_.values[n].value = scalars_->value(read, step);
  }
}

void FaceTaskRunner::fill(const Task& instance, const Box& box, const StepState& state) {
  FaceLayer& layer = context_.face;
  const auto d = std::size_t(layer.direction);
  context_.time = state.time_at(instance.time_fraction);
  context_.dt = state.dt;
  context_.iteration = state.iteration;
  context_.step = state.initial ? 0 : state.iteration + 1;
  bind(instance.level);
  read_scalars(instance, state);
  const ProfileRegion region(task_.name.c_str());
  Box points = box;
  for (int n = 0; n < box.extent(layer.direction); ++n) {
    const int index = layer.upper ? box.lo[d] + n : box.hi[d] - 1 - n;
    points.lo[d] = index;
    points.hi[d] = index + 1;
    layer.depth = layer.upper ? layout_.grid().points[d] - 1 - index : index;
    context_.pieces.clear();
    cut_at_images(layout_, points, context_.pieces);
    call_task(task_, context_, points, storage_, failures_);
  }
}

}  // namespace cardon

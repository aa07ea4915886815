// SPDX-License-Identifier: Apache-2.0
#include "steps/step_limits.hpp"

#include <algorithm>
#include <cardon/thorn/block.hpp>
#include <tuple>

#include "grid/task_call.hpp"

namespace cardon {
namespace {

bool reduces_one_of(const Task& task, const std::vector<int>& scalars) {
  return std::find_first_of(task.scalars.begin(), task.scalars.end(), scalars.begin(),
                            scalars.end()) != task.scalars.end();
}

BoundField bound_field(const Task& task, const Binding& binding, const FieldPiece& piece) {
  BoundField field;
  field.name = binding.declared;
  field.level = binding.declared_level;
  field.reads = true;
  field.task = task.name;
  field.values.origin = piece.values;
  field.values.sy = piece.sy;
  field.values.sz = piece.sz;
  return field;
}

BlockContext context_of(const Task& task, const Grid& grid, const FieldAccess::BlockView& block) {
  BlockContext context;
  context.task = task.name;
  context.thorn = task.thorn;
  set_grid(grid, context);
  for (const Binding& binding : task.bindings) {
    const FieldPiece piece = block(binding.field);
    context.owned = piece.box;
    context.fields.push_back(bound_field(task, binding, piece));
    for (int d = 0; d < grid.dimensions; ++d)
      context.fields.back().values.inverse_spacing[d] = 1 / grid.spacing[d];
  }
  context.pieces.push_back({context.owned, grid.frame({0, 0, 0})});
  return context;
}

}  // namespace

bool LimitAtPoint::precedes(const LimitAtPoint& other) const {
  if (is_valid() != other.is_valid()) return !is_valid();
  if (is_valid() && limit != other.limit) return limit < other.limit;
  if (other.scalar < 0 || scalar < 0) return other.scalar < 0 && scalar >= 0;
  const auto order = [](const LimitAtPoint& p) {
    return std::tuple(p.scalar, p.position[2], p.position[1], p.position[0]);
  };
  return order(*this) < order(other);
}

StepLimits::StepLimits(const Program& program, const ParameterSet& parameters,
                       const std::vector<int>& scalars, const ScalarSink& values)
    : program_(program), parameters_(parameters), scalars_(scalars), values_(values) {
  for (const int id : program.analysis)
    if (const Task& task = program.tasks[std::size_t(id)]; reduces_one_of(task, scalars))
      tasks_.push_back(&task);
}

void StepLimits::look_at(const FieldAccess::BlockView& block, long iteration, Real time) {
  for (const Task* task : tasks_) {
    BlockContext context = context_of(*task, program_.grid, block);
    context.parameters = &parameters_;
    context.scalars = this;
    for (const ScalarRead& read : task->reads_scalars)
      context.values.push_back({read.declared, read.lag, values_.value(read, iteration)});
    context.iteration = iteration;
    context.time = time;
    Block view(context);
    call_task(*task, view);
  }
}

void StepLimits::add_row(std::string_view thorn, std::string_view scalar, std::span<const Real> row,
                         const Index3& first, long /*step*/) {
  for (std::size_t limit = 0; limit < scalars_.size(); ++limit) {
    const ScalarInfo& s = program_.scalars[std::size_t(scalars_[limit])];
    if (s.name != scalar || s.thorn != thorn) continue;
    if (limit < 64) reduced_ |= std::uint64_t(1) << limit;
    for (std::size_t n = 0; n < row.size(); ++n) {
      const LimitAtPoint here{row[n], s.id, {first[0] + int(n), first[1], first[2]}};
      if (here.precedes(smallest_)) smallest_ = here;
    }
  }
}

}  // namespace cardon

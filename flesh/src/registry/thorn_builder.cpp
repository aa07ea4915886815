// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/text_of.hpp>
#include <cardon/thorn/thorn_builder.hpp>

namespace cardon {

namespace {

[[noreturn]] void contradiction(const std::string& message, std::string help) {
  throw Error(Problem{.slug = "registry/declaration", .message = message, .help = std::move(help)});
}

// Reading and writing the same level adds up to one entry with the largest reach.
void add_use(std::vector<FieldUse>& uses, const FieldRef& ref, const Index3& radius) {
  const auto same = [&](const FieldUse& use) {
    return use.name == ref.name && use.level == ref.level;
  };
  const auto found = std::find_if(uses.begin(), uses.end(), same);
  if (found == uses.end()) {
    uses.push_back({std::string(ref.name), ref.level, radius});
    return;
  }
  for (int d = 0; d < 3; ++d) found->radius[d] = std::max(found->radius[d], radius[d]);
}

}  // namespace

namespace detail {

void AccessBuilder::add_read(const FieldRef& ref, const Stencil& reach) {
  add_use(task_->reads, ref, reach.radius);
}
void AccessBuilder::add_read(const ScalarRef& ref, const Stencil&) {
  const auto same = [&](const ScalarUse& use) {
    return use.name == ref.name && use.lag == ref.lag && use.is_rate == ref.is_rate;
  };
  auto& all = task_->scalars;
  if (std::none_of(all.begin(), all.end(), same))
    all.push_back({std::string(ref.name), ref.lag, ref.is_rate});
}
void AccessBuilder::add_write(const FieldRef& ref) { add_use(task_->writes, ref, {0, 0, 0}); }
void AccessBuilder::add_write(const ScalarRef& ref) {
  task_->sets.push_back({std::string(ref.name), ref.lag, ref.is_rate});
}

AccessBuilder add_block_task(ThornDeclaration& thorn, Bin bin, std::string_view name,
                             TaskFunction function) {
  TaskDeclaration task;
  task.name = name;
  task.function = function;
  task.bin = bin;
  return AccessBuilder(thorn.tasks.emplace_back(std::move(task)));
}

AccessBuilder add_block_boundary(ThornDeclaration& thorn, std::string_view name,
                                 TaskFunction function) {
  TaskDeclaration task;
  task.name = name;
  task.function = function;
  return AccessBuilder(thorn.boundaries.emplace_back(std::move(task)));
}

}  // namespace detail

TaskBuilder& TaskBuilder::before(std::string_view task) {
  task_->before.emplace_back(task);
  return *this;
}

TaskBuilder& TaskBuilder::after(std::string_view task) {
  task_->after.emplace_back(task);
  return *this;
}

TaskBuilder& TaskBuilder::every(int n) {
  if (n < 1)
    contradiction("task " + task_->name + " is to run every " + std::to_string(n) + " steps",
                  "give every(n) with n > 0");
  task_->every = n;
  return *this;
}

TaskBuilder& TaskBuilder::flops(double n, double per_direction) {
  if (!(n >= 0) || !(per_direction >= 0) || n + per_direction == 0)
    contradiction(fmt::format("task {} declares {} operations per point", task_->name,
                              n >= 0 ? per_direction : n),
                  "give flops(n), or flops(n, per_direction), with a sum above 0, or leave it out");
  task_->flops = n;
  task_->flops_per_direction = per_direction;
  return *this;
}

TaskBuilder& TaskBuilder::serial() {
  task_->serial = true;
  return *this;
}

void TaskBuilder::add_condition(const ParameterDeclaration& parameter, std::string value) {
  task_->when.push_back({parameter.name, std::move(value)});
  if (!thorn_) return;
  auto& all = thorn_->parameters;
  if (std::none_of(all.begin(), all.end(), [&](const auto& p) { return p.name == parameter.name; }))
    all.push_back(parameter);
}
TaskBuilder& TaskBuilder::when(const Parameter<bool>& parameter, bool value) {
  add_condition(declare(parameter), value ? "true" : "false");
  return *this;
}
TaskBuilder& TaskBuilder::when(const Parameter<int>& parameter, int value) {
  add_condition(declare(parameter), std::to_string(value));
  return *this;
}
TaskBuilder& TaskBuilder::when(const Parameter<std::string_view>& parameter,
                               std::string_view value) {
  add_condition(declare(parameter), std::string(value));
  return *this;
}

void ThornBuilder::summary(std::string_view text) { thorn_->summary = text; }
void ThornBuilder::cites(std::string_view work) { thorn_->citations.emplace_back(work); }

void ThornBuilder::radiates(const FieldRef& field, const Parameter<Real>& speed, Real far_value,
                            int decay) {
  thorn_->radiations.push_back(
      {std::string(field.name), std::string(speed.name()), far_value, decay});
}

void ThornBuilder::radiates(const FieldRef& field, Real speed, Real far_value, int decay) {
  thorn_->radiations.push_back({std::string(field.name), text_of(speed), far_value, decay});
}

void ThornBuilder::add_field(const Field& field, Role role) {
  if (field.is_derived && role != Role::derived)
    contradiction(
        "field " + std::string(field.name) + " is Derived but declared as evolved or auxiliary",
        "declare it as Field, or name it in thorn.derives(...)");
  thorn_->fields.push_back({.name = std::string(field.name),
                            .description = std::string(field.description),
                            .unit = std::string(field.unit_text),
                            .tensor = field.tensor,
                            .role = role,
                            .past = field.past,
                            .has_boundary = field.has_boundary});
}

void ThornBuilder::add_field(const Scalar& scalar, Role role) {
  if (role != Role::evolved)
    contradiction(
        fmt::format("scalar {} is declared as a field", scalar.name),
        "name it in the signatures of tasks only, or write rhs of it if the integrator is to "
        "advance it; without signatures: thorn.scalars or thorn.evolves");
  add_scalar(scalar, true);
}

void ThornBuilder::add_scalar(const Scalar& scalar, bool evolved) {
  if (evolved && !scalar.is_state)
    contradiction(
        fmt::format("scalar {} is reduced from the grid but declared as evolved", scalar.name),
        "declare it without a reduction, or write no rhs of it");
  thorn_->scalars.push_back({.name = std::string(scalar.name),
                             .description = std::string(scalar.description),
                             .unit = std::string(scalar.unit_text),
                             .kind = scalar.kind,
                             .start = scalar.start,
                             .is_state = scalar.is_state,
                             .evolved = evolved,
                             .parts = scalar.parts});
}

}  // namespace cardon

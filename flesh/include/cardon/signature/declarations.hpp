// SPDX-License-Identifier: Apache-2.0
// What ThornBuilder makes of functions whose parameters say what they read and write.
#pragma once
#include <cardon/signature/task.hpp>
#include <cardon/thorn/thorn_builder.hpp>
#include <string>

namespace cardon {

template <class Task>
TaskBuilder ThornBuilder::declared(TaskDeclaration& declaration) {
  detail::AccessBuilder task(declaration, thorn_);
  detail::declare_all(typename Task::Declared{}, *this, task);
  return task;
}
template <auto function>
TaskBuilder ThornBuilder::at(Bin bin, std::string_view name) {
  using Task = detail::TaskFrom<function>;
  detail::add_block_task(*thorn_, bin, name, &Task::run);
  return declared<Task>(thorn_->tasks.back());
}
template <auto function>
TaskBuilder ThornBuilder::at(Bin bin, int n) {
  return at<function>(bin, std::string(detail::name_of<function>()) + "_" + std::to_string(n));
}
template <auto function>
TaskBuilder ThornBuilder::boundary(std::string_view name) {
  using Task = detail::TaskFrom<function>;
  detail::add_block_boundary(*thorn_, name, &Task::run);
  return declared<Task>(thorn_->boundaries.back());
}
template <auto function>
void ThornBuilder::limits_step(std::string_view name) {
  using Limit = detail::LimitFrom<function>;
  thorn_->step_limits.push_back(StepLimitDeclaration{std::string(name), &Limit::run});
  int none = 0;
  detail::declare_all(typename Limit::Declared{}, *this, none);
}
template <const auto& s>
requires std::is_base_of_v<Scalar, std::remove_cvref_t<decltype(s)>>
void ThornBuilder::limits_step() {
  uses_scalar<s>();
  thorn_->step_limits.push_back(StepLimitDeclaration{std::string(s.name), nullptr});
}

template <const auto& f>
void ThornBuilder::uses_field() {
  if constexpr (detail::field_of<f>() != nullptr)
    if (!has(thorn_->fields, detail::field_of<f>()->name))
      add_field(*detail::field_of<f>(), detail::role_of<f>());
}
template <const auto& s>
void ThornBuilder::uses_scalar() {
  if constexpr (detail::is_scalar<s> || detail::is_scalar_level<s>) {
    constexpr const Scalar* scalar = detail::scalar_of<s>();
    if (has(thorn_->scalars, scalar->name)) return;
    if constexpr (detail::evolves_scalar<s>())
      add_field(*scalar, Role::evolved);
    else
      add_scalar(*scalar);
  }
}
template <const auto& p>
void ThornBuilder::uses_parameter() {
  if (!has(thorn_->parameters, p.name())) parameters(p);
}

}  // namespace cardon

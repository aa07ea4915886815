// SPDX-License-Identifier: Apache-2.0
#include "words.hpp"

#include <fmt/format.h>

#include "schedule/texts.hpp"

namespace cardon::cli {
namespace {

std::string uses_text(const std::vector<FieldUse>& uses) {
  std::vector<std::string> items;
  for (const FieldUse& use : uses) {
    std::string item = level_text(use.name, use.level);
    if (is_stencil(use.radius)) item += fmt::format(" ({})", radius_text(use.radius, 3));
    items.push_back(item);
  }
  return fmt::format("{}", fmt::join(items, ", "));
}

std::string reduce_text(Reduce kind) {
  switch (kind) {
    case Reduce::sum:
      return "sum";
    case Reduce::mean:
      return "mean";
    case Reduce::min:
      return "min";
    case Reduce::max:
      return "max";
    case Reduce::l1:
      return "l1";
    case Reduce::l2:
      return "l2";
    case Reduce::linf:
      return "linf";
  }
  throw Bug("a scalar without reduction");
}

}  // namespace

std::string role_text(Role role) {
  switch (role) {
    case Role::evolved:
      return "evolved";
    case Role::derived:
      return "derived";
    case Role::auxiliary:
      return "auxiliary";
  }
  throw Bug("a field without role");
}

std::string tensor_text(Tensor tensor) {
  switch (tensor) {
    case Tensor::scalar:
      return "scalar";
    case Tensor::vector:
      return "vector";
    case Tensor::plane_vector:
      return "plane vector";
    case Tensor::axial_vector:
      return "axial vector";
    case Tensor::symmetric_tensor:
      return "symmetric tensor";
  }
  throw Bug("a field without tensor type");
}

std::string scalar_kind_text(const ScalarDeclaration& scalar) {
  if (scalar.evolved) return "evolved";
  return scalar.is_state ? "set by tasks" : reduce_text(scalar.kind);
}

std::string scalars_text(const std::vector<ScalarUse>& uses) {
  std::vector<std::string> names;
  for (const ScalarUse& use : uses)
    names.push_back(use.is_rate    ? fmt::format("rhs({})", use.name)
                    : use.lag == 0 ? use.name
                                   : fmt::format("lagged({}, {})", use.name, use.lag));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string access_text(const TaskDeclaration& task) {
  std::vector<std::string> parts;
  if (!task.reads.empty()) parts.push_back("reads " + uses_text(task.reads));
  if (!task.scalars.empty()) parts.push_back("reads " + scalars_text(task.scalars));
  if (!task.writes.empty()) parts.push_back("writes " + uses_text(task.writes));
  if (!task.sets.empty()) parts.push_back("sets " + scalars_text(task.sets));
  if (!task.reduces.empty())
    parts.push_back(fmt::format("reduces {}", fmt::join(task.reduces, ", ")));
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string condition_text(const TaskDeclaration& task) {
  std::vector<std::string> parts;
  if (task.every > 1) parts.push_back(fmt::format("every {} steps", task.every));
  for (const Condition& condition : task.when)
    parts.push_back(fmt::format("when {} = {}", condition.parameter, condition.value));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string value_text(const ParameterDeclaration& parameter, const SectionValues* values) {
  return values && values->given(parameter.name) ? values->at(parameter.name).written
                                                 : parameter.default_text();
}

}  // namespace cardon::cli

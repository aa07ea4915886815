// SPDX-License-Identifier: Apache-2.0
#include "fields/field_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fields/tensor_components.hpp"

namespace cardon {
namespace {

Problem twice(const std::string& thorn, const std::string& name) {
  Problem problem;
  problem.slug = "schedule/duplicate-field";
  problem.message = fmt::format("{} declares field {} twice", thorn, name);
  problem.help = "give one of them another name";
  return problem;
}

std::string component_description(const FieldDeclaration& field, std::string_view suffix) {
  return suffix.empty() ? field.description
                        : fmt::format("{}, {} component", field.description, suffix.substr(1));
}

}  // namespace

FieldTable::FieldTable(const std::vector<const ThornDeclaration*>& thorns,
                       std::vector<Problem>& problems) {
  for (const ThornDeclaration* thorn : thorns) {
    for (const FieldDeclaration& field : thorn->fields) add(*thorn, field, problems);
  }
}

FieldTable::FieldTable(const std::vector<ScalarInfo>& scalars) {
  for (const ScalarInfo& scalar : scalars) {
    GridFunction& f = fields_.emplace_back();
    f.id = scalar.id;
    f.name = scalar.name;
    f.group = scalar.group;
    f.thorn = scalar.thorn;
  }
}

void FieldTable::add(const ThornDeclaration& thorn, const FieldDeclaration& field,
                     std::vector<Problem>& problems) {
  const auto components = tensor_components(field.tensor);
  for (const TensorComponent& component : components) {
    const std::string name = fmt::format("{}{}", field.name, component.suffix);
    if (!find(thorn.name, name).empty()) {
      problems.push_back(twice(thorn.name, name));
      return;
    }
  }
  for (const TensorComponent& component : components) {
    GridFunction f;
    f.id = size();
    f.name = fmt::format("{}{}", field.name, component.suffix);
    f.thorn = thorn.name;
    f.group = field.name;
    f.tensor = field.tensor;
    f.description = component_description(field, component.suffix);
    f.unit = field.unit;
    f.role = field.role;
    f.past = field.past;
    f.has_boundary = field.has_boundary;
    std::copy(component.parity.begin(), component.parity.end(), f.parity);
    fields_.push_back(std::move(f));
  }
}

std::vector<int> FieldTable::find(std::string_view thorn, std::string_view name) const {
  std::vector<int> found;
  for (const GridFunction& f : fields_) {
    if (!f.internal && f.thorn == thorn && (f.name == name || f.group == name))
      found.push_back(f.id);
  }
  return found;
}

std::vector<std::string> FieldTable::declared(std::string_view thorn) const {
  std::vector<std::string> names;
  for (const GridFunction& f : fields_) {
    if (!f.internal && f.thorn == thorn && (names.empty() || names.back() != f.group))
      names.push_back(f.group);
  }
  return names;
}

int FieldTable::internal(int field, const std::string& suffix, const std::string& description) {
  const GridFunction& parent = (*this)[field];
  const auto [entry, is_new] = internal_.try_emplace(parent.full_name() + suffix, size());
  if (!is_new) return entry->second;
  GridFunction f;
  f.id = size();
  f.name = parent.name + suffix;
  f.thorn = parent.thorn;
  f.group = parent.group + suffix;
  f.description = fmt::format("{} of {}", description, parent.name);
  f.internal = true;
  f.has_boundary = false;
  std::copy(parent.parity, parent.parity + 3, f.parity);
  fields_.push_back(std::move(f));
  return entry->second;
}

int FieldTable::rhs_of(int field) {
  const int rhs = internal(field, ".rhs", "Right-hand side");
  advanced_by_[rhs] = field;
  return rhs;
}

int FieldTable::register_of(int field, int number) {
  return internal(field, fmt::format(".r{}", number),
                  fmt::format("Register {} of the integrator", number));
}

int FieldTable::advanced_by(int rhs) const {
  const auto entry = advanced_by_.find(rhs);
  return entry == advanced_by_.end() ? -1 : entry->second;
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "describe/use_texts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "schedule/texts.hpp"

namespace cardon {
namespace {

const GridFunction& field_of(const Program& program, const Binding& b) {
  return program.fields[std::size_t(b.field)];
}

// The binding under the name of its whole group: "Other::B" for "Other::B_x".
std::string group_name(const GridFunction& f, const Binding& b) {
  const bool right_hand_side = b.declared_level == FieldRef::rhs_level;
  const std::string name = right_hand_side ? f.name.substr(0, f.name.rfind('.')) : f.name;
  const std::string group = right_hand_side ? f.group.substr(0, f.group.rfind('.')) : f.group;
  return b.declared.substr(0, b.declared.size() - name.size()) + group;
}

std::string text(const Program& program, const std::string& name, const Binding& b,
                 bool with_radius) {
  std::string text = level_text(name, b.declared_level);
  if (with_radius && is_stencil(b.radius))
    text += fmt::format(" [{}]", radius_text(b.radius, program.grid.dimensions));
  return text;
}

bool whole_group(const Program& program, const Task& task, const Binding& b, bool writes) {
  const GridFunction& f = field_of(program, b);
  const auto components = std::count_if(
      program.fields.begin(), program.fields.end(),
      [&](const GridFunction& other) { return other.thorn == f.thorn && other.group == f.group; });
  const auto used =
      std::count_if(task.bindings.begin(), task.bindings.end(), [&](const Binding& other) {
        const GridFunction& g = field_of(program, other);
        return g.thorn == f.thorn && g.group == f.group && (writes ? other.writes : other.reads) &&
               other.declared_level == b.declared_level && (writes || other.radius == b.radius);
      });
  return used == components;
}

std::vector<std::string> texts(const Program& program, const Task& task, bool writes) {
  std::vector<std::string> all;
  for (const Binding& b : task.bindings) {
    if (!(writes ? b.writes : b.reads)) continue;
    const std::string name =
        whole_group(program, task, b, writes) ? group_name(field_of(program, b), b) : b.declared;
    std::string entry = text(program, name, b, !writes);
    if (std::find(all.begin(), all.end(), entry) == all.end()) all.push_back(std::move(entry));
  }
  return all;
}

}  // namespace

std::vector<std::string> read_texts(const Program& program, const Task& task) {
  return texts(program, task, false);
}
std::vector<std::string> write_texts(const Program& program, const Task& task) {
  return texts(program, task, true);
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "describe/describe_schedule.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "describe/tasks_in_order.hpp"
#include "describe/use_texts.hpp"
#include "schedule/texts.hpp"

namespace cardon {
namespace {

const GridFunction& field_of(const Program& program, int id) {
  return program.fields[std::size_t(id)];
}

int stages(const Program& program) {
  int max_stage = 0;
  for (const Task& task : program.tasks) max_stage = std::max(max_stage, task.stage);
  for (const ScalarTask& scalars : program.step_scalars)
    max_stage = std::max(max_stage, scalars.task.stage);
  return max_stage;
}

std::string heading(const Program& program, const Task& task) {
  if (task.stage > 0)
    return fmt::format("{}, stage {} of {}", bin_name(task.bin), task.stage, stages(program));
  if (task.bin == Bin::analysis) return "Analysis, when an output needs it";
  if (task.bin == Bin::terminate) return "Terminate, once after the last step";
  return bin_name(task.bin);
}

std::string title(const Task& task) {
  return task.every > 1 ? fmt::format("{} (every {} steps)", task.name, task.every) : task.name;
}

std::vector<std::string> face_names(const Task& task) {
  std::vector<std::string> names;
  for (int d = 0; d < 3; ++d) {
    for (int side = 0; side < 2; ++side) {
      if (task.faces[d][side]) names.push_back(face_name(d, side));
    }
  }
  return names;
}

std::vector<std::string> scalar_names(const Program& program, const Task& task) {
  std::vector<std::string> names;
  for (const int s : task.scalars) names.push_back(program.scalars[std::size_t(s)].name);
  return names;
}

std::vector<std::string> scalars_read(const Program& program, const Task& task) {
  std::vector<std::string> names;
  for (const ScalarRead& read : task.reads_scalars) {
    const bool waits = !program.scalars[std::size_t(read.scalar)].is_state;
    names.push_back(read.lag == 0 ? read.declared + (waits ? " (all ranks wait)" : "")
                                  : fmt::format("lagged({}, {})", read.declared, read.lag));
  }
  return names;
}

std::vector<std::string> scalars_set(const Task& task) {
  std::vector<std::string> names;
  for (const ScalarWrite& set : task.sets)
    names.push_back(level_text(set.declared, set.is_rate ? FieldRef::rhs_level : 0));
  return names;
}

std::string what_it_does(const Program& program, const Task& task) {
  std::vector<std::string> names, parts;
  const auto add = [&](const char* verb, const std::vector<std::string>& items) {
    if (!items.empty()) parts.push_back(fmt::format("{} {}", verb, fmt::join(items, ", ")));
  };
  if (task.kind == Task::boundary) {
    add("fills", face_names(task));
    add("reads", scalars_read(program, task));
    return fmt::format("{}", fmt::join(parts, "; "));
  }
  if (task.kind == Task::rotate) {
    for (const int f : task.fields) names.push_back(field_of(program, f).name);
    return fmt::format("next levels of {} become current", joined(names));
  }
  add("reads", read_texts(program, task));
  add("reads", scalars_read(program, task));
  add("writes", write_texts(program, task));
  add("sets", scalars_set(task));
  add("reduces", scalar_names(program, task));
  return fmt::format("{}", fmt::join(parts, "; "));
}

nlohmann::json use_json(const Program& program, const Binding& b, bool with_radius) {
  nlohmann::json use{{"field", field_of(program, b.field).full_name()}, {"level", b.level}};
  if (with_radius) use["radius"] = b.radius;
  return use;
}

nlohmann::json task_json(const Program& program, const Task& task) {
  static const char* const kinds[] = {"compute", "combine", "boundary", "rotate"};
  nlohmann::json json{{"name", task.name},
                      {"kind", kinds[task.kind]},
                      {"bin", bin_name(task.bin)},
                      {"stage", task.stage},
                      {"every", task.every},
                      {"reads", nlohmann::json::array()},
                      {"writes", nlohmann::json::array()}};
  json["reduces"] = scalar_names(program, task);
  for (const ScalarRead& read : task.reads_scalars)
    json["reads_scalars"].push_back(
        {{"scalar", program.scalars[std::size_t(read.scalar)].full_name()}, {"lag", read.lag}});
  for (const std::string& name : scalars_set(task)) json["sets"].push_back(name);
  if (task.flops > 0) json["flops"] = task.flops;
  if (task.serial) json["serial"] = true;
  for (const Binding& b : task.bindings) {
    if (b.reads) json["reads"].push_back(use_json(program, b, true));
    if (b.writes) json["writes"].push_back(use_json(program, b, false));
  }
  if (task.kind == Task::boundary) json["faces"] = face_names(task);
  for (const int f : task.kind == Task::rotate ? task.fields : std::vector<int>{})
    json["rotates"].push_back(field_of(program, f).full_name());
  return json;
}

nlohmann::json field_json(const GridFunction& f) {
  static const char* const roles[] = {"evolved", "derived", "auxiliary"};
  return {{"name", f.name},        {"thorn", f.thorn},     {"role", roles[int(f.role)]},
          {"past", f.past},        {"arrays", f.arrays()}, {"overwrites", f.overwrites},
          {"internal", f.internal}};
}

using NamedList = std::pair<const char*, std::vector<const Task*>>;

std::vector<NamedList> lists(const Program& program) {
  return {{"initial", tasks_in_order(program, program.initial, program.initial_scalars)},
          {"step", tasks_in_order(program, program.step, program.step_scalars)},
          {"analysis", tasks_in_order(program, program.analysis, {})},
          {"terminate", tasks_in_order(program, program.terminate, {})}};
}

}  // namespace

std::vector<std::string> describe_schedule(const Program& program) {
  std::size_t width = 0;
  for (const auto& [name, list] : lists(program))
    for (const Task* task : list) width = std::max(width, title(*task).size());
  std::vector<std::string> lines;
  std::string last;
  for (const auto& [name, list] : lists(program)) {
    for (const Task* each : list) {
      const Task& task = *each;
      if (const std::string head = heading(program, task); head != last) {
        lines.push_back(head);
        last = head;
      }
      lines.push_back(fmt::format("  {:{}}  {}", title(task), width, what_it_does(program, task)));
    }
  }
  return lines;
}

nlohmann::json schedule_json(const Program& program) {
  nlohmann::json json{{"radius", program.grid.radius}, {"fields", nlohmann::json::array()}};
  for (const auto& [name, list] : lists(program)) {
    json[name] = nlohmann::json::array();
    for (const Task* task : list) json[name].push_back(task_json(program, *task));
  }
  for (const GridFunction& f : program.fields) json["fields"].push_back(field_json(f));
  return json;
}

}  // namespace cardon

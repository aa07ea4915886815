// SPDX-License-Identifier: Apache-2.0
#include "run_facts.hpp"

#include <fmt/format.h>

#include <cardon/thorn/text_of.hpp>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <variant>

namespace cardon {
namespace {

using Json = nlohmann::ordered_json;

const char* kind_name(Task::Kind kind) {
  switch (kind) {
    case Task::compute:
      return "compute";
    case Task::combine:
      return "combine";
    case Task::boundary:
      return "boundary";
    case Task::rotate:
      return "rotate";
  }
  return "";
}

Json access_json(const Program& program, const Task& task, bool writes) {
  Json list = Json::array();
  for (const Binding& b : task.bindings) {
    if (writes ? !b.writes : !b.reads) continue;
    Json access = {{"field", program.fields[std::size_t(b.field)].full_name()}, {"level", b.level}};
    if (!writes) access["radius"] = b.radius;
    list.push_back(std::move(access));
  }
  return list;
}

Json task_json(const Program& program, const Task& task) {
  Json json = {{"task", task.name}, {"kind", kind_name(task.kind)}, {"every", task.every}};
  if (task.stage > 0) json["stage"] = task.stage;
  json["reads"] = access_json(program, task, false);
  json["writes"] = access_json(program, task, true);
  for (const int field : task.fields)
    json["writes"].push_back(
        {{"field", program.fields[std::size_t(field)].full_name()}, {"level", task.level}});
  return json;
}

Json tasks_json(const Program& program, const std::vector<int>& tasks) {
  Json list = Json::array();
  for (const int id : tasks) list.push_back(task_json(program, program.tasks[std::size_t(id)]));
  return list;
}

std::string text_of_value(const Interval& interval) {
  return interval.in_iterations()
             ? fmt::format("{}", interval.iterations)
             : text_of(interval.time) + (interval.unit.empty() ? "" : " " + interval.unit);
}

Json json_of(const AnyValue& value) {
  return std::visit(
      []<class T>(const T& v) -> Json {
        if constexpr (std::is_same_v<T, std::monostate>) {
          return nullptr;
        } else if constexpr (std::is_same_v<T, Interval>) {
          return text_of_value(v);
        } else if constexpr (std::is_same_v<T, std::vector<Interval>>) {
          Json list = Json::array();
          for (const Interval& interval : v) list.push_back(text_of_value(interval));
          return list;
        } else if constexpr (std::is_same_v<T, Node>) {
          return v.to_yaml();
        } else {
          return v;
        }
      },
      value);
}

/// "output.lines[1]", as key=value names one of several.
std::string key_of(const SectionValues& values, bool several) {
  return values.section().path + (several ? fmt::format("[{}]", values.instance()) : "");
}

Json parameter_json(const SectionValues& values, bool several,
                    const ParameterDeclaration& parameter) {
  const ParameterSection& section = values.section();
  const std::string key = key_of(values, several) + "." + parameter.name;
  return {{"name", several ? key : section.qualified(parameter.name)},
          {"key", key},
          {"section", section.path},
          {"instance", values.instance()},
          {"parameter", parameter.name},
          {"value", json_of(values.at(parameter.name).value)},
          {"unit", parameter.unit},
          {"source", values.source(parameter.name)},
          {"default", parameter.default_text()},
          {"legal", parameter.legal_values()},
          {"description", parameter.description},
          {"steerable", parameter.steering == Steering::while_running}};
}

}  // namespace

Json schedule_json(const Program& program) {
  return {{"initial", tasks_json(program, program.initial)},
          {"step", tasks_json(program, program.step)},
          {"analysis", tasks_json(program, program.analysis)},
          {"terminate", tasks_json(program, program.terminate)}};
}

Json parameters_json(const ParameterSet& parameters) {
  Json list = Json::array();
  for (const auto& [path, section] : parameters.registry().sections()) {
    const auto instances = parameters.instances(path);
    for (const SectionValues* values : instances)
      for (const ParameterDeclaration& parameter : section.parameters)
        if (values->has(parameter.name))
          list.push_back(parameter_json(*values, instances.size() > 1, parameter));
  }
  return list;
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "restart/stored_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "parameters/yaml_text.hpp"
#include "restart/data_text.hpp"
#include "restart/same_tree.hpp"

namespace cardon {
namespace {

constexpr const char* unset = "unset";
constexpr std::size_t longest_shown = 60;

std::string shortened(const std::string& text) {
  return text.size() <= longest_shown ? text : text.substr(0, longest_shown - 3) + "...";
}

std::string text_of(const SectionValues& values, const std::string& name) {
  return stored_text(values.at(name).value);
}

const StoredParameter* find(const std::vector<StoredParameter>& stored, const std::string& section,
                            int instance, const std::string& name) {
  const auto found = std::find_if(stored.begin(), stored.end(), [&](const StoredParameter& p) {
    return p.section == section && p.instance == instance && p.name == name;
  });
  return found == stored.end() ? nullptr : &*found;
}

// The fields of a thorn that was not active then are missing; its parameters say nothing new.
bool has_section(const std::vector<StoredParameter>& stored, const std::string& section) {
  return std::any_of(stored.begin(), stored.end(),
                     [&](const StoredParameter& p) { return p.section == section; });
}

/// Calls visit(values, declaration) for every parameter of every section that has values.
template <class Visit>
void for_each_parameter(const ParameterSet& parameters, const Visit& visit) {
  for (const auto& [path, section] : parameters.registry().sections())
    for (const SectionValues* values : parameters.instances(path))
      for (const ParameterDeclaration& parameter : section.parameters) visit(*values, parameter);
}

bool is_same(const ParameterDeclaration& parameter, const std::string& was, const std::string& is) {
  if (names_file(parameter.type)) return is_same_data(was, is);
  return parameter.type == ValueType::tree && is_same_tree(was, is);
}

Problem fixed_problem(const SectionValues& values, const ParameterDeclaration& parameter,
                      const std::string& before, const std::string& now) {
  const std::string name = values.section().qualified(parameter.name);
  const auto shown = [&](const std::string& text) {
    return names_file(parameter.type) && text != unset ? data_words(text) : shortened(text);
  };
  return {
      .slug = "restart/fixed-parameter",
      .message = fmt::format("{} is {}, but {} in the checkpoint", name, shown(now), shown(before)),
      .where = values.where(parameter.name),
      .notes = {"it determines the results and cannot change on restart"},
      .help = fmt::format("restore the earlier value, or start a new run without --restart")};
}

/// The key of an instance in a parameter file: "output.slices[1]" for the second.
std::string key_of(const SectionValues& values) {
  const std::string& path = values.section().path;
  return values.instance() > 0 ? fmt::format("{}[{}]", path, values.instance()) : path;
}

}  // namespace

std::string stored_text(const AnyValue& value) {
  return std::holds_alternative<std::monostate>(value) ? unset : yaml_value(value);
}

std::vector<StoredParameter> stored_parameters(const ParameterSet& parameters) {
  std::vector<StoredParameter> stored;
  for_each_parameter(
      parameters, [&](const SectionValues& values, const ParameterDeclaration& parameter) {
        const std::string text = text_of(values, parameter.name);
        if (text != unset)
          stored.push_back({values.section().path, values.instance(), parameter.name, text,
                            values.source(parameter.name), values.at(parameter.name).steered_from});
      });
  return stored;
}

bool is_fixed(const ParameterSection& section, const ParameterDeclaration& parameter) {
  const bool computed = section.path == "grid" || section.path == "time" ||
                        section.path == "units" || section.is_thorn();
  return computed && parameter.steering == Steering::never;
}

std::string restart_layer(const std::vector<StoredParameter>& stored,
                          const ParameterSet& from_files) {
  std::map<std::string, std::string> lines;
  for_each_parameter(
      from_files, [&](const SectionValues& values, const ParameterDeclaration& parameter) {
        const StoredParameter* before =
            find(stored, values.section().path, values.instance(), parameter.name);
        const std::string now = text_of(values, parameter.name);
        if (!before || before->value == now) return;
        if (before->before.empty()) {
          if (!is_fixed(values.section(), parameter)) return;
          if (values.given(parameter.name) && before->source != "command line") return;
        } else if (before->before != now) {
          return;  // the files were changed since
        }
        lines[key_of(values)] += fmt::format("  {}: {}\n", parameter.name, before->value);
      });
  std::string text;
  for (const auto& [section, values] : lines) text += section + ":\n" + values;
  return text;
}

void mark_steered(const std::vector<StoredParameter>& stored, ParameterSet& now) {
  for_each_parameter(now, [&](const SectionValues& values, const ParameterDeclaration& parameter) {
    const StoredParameter* before =
        find(stored, values.section().path, values.instance(), parameter.name);
    if (!before || before->before.empty() || before->value != text_of(values, parameter.name))
      return;
    ParameterValue value = values.at(parameter.name);
    value.steered_from = before->before;
    now.section(values.section().path, values.instance()).set(parameter.name, std::move(value));
  });
}

std::vector<std::string> changes_since(const std::vector<StoredParameter>& stored,
                                       const ParameterSet& now, std::vector<Problem>& problems) {
  std::vector<std::string> lines;
  for_each_parameter(now, [&](const SectionValues& values, const ParameterDeclaration& parameter) {
    const StoredParameter* before =
        find(stored, values.section().path, values.instance(), parameter.name);
    const std::string was = before ? before->value : unset, is = text_of(values, parameter.name);
    if (was == is || !has_section(stored, values.section().path)) return;
    if (is_same(parameter, was, is)) return;
    if (is_fixed(values.section(), parameter))
      problems.push_back(fixed_problem(values, parameter, was, is));
    lines.push_back(fmt::format("{} = {} (was {}; {})", values.section().qualified(parameter.name),
                                shortened(is), shortened(was), values.source(parameter.name)));
  });
  return lines;
}

}  // namespace cardon

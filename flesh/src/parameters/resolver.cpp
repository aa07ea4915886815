// SPDX-License-Identifier: Apache-2.0
#include "parameters/resolver.hpp"

#include <algorithm>
#include <utility>

#include "base/suggest.hpp"
#include "parameters/included_files.hpp"
#include "parameters/path_words.hpp"
#include "parameters/problems.hpp"
#include "parameters/value_reader.hpp"

namespace cardon {
namespace {

bool is_capital(const std::string& word) {
  return !word.empty() && word[0] >= 'A' && word[0] <= 'Z';
}

// `key=value` reaches into a tree that a file gave: members are replaced one by one.
Node merged(const Node& below, const Node& above) {
  if (!below.is_map() || !above.is_map() || above.where.line > 0) return above;
  Node result = below;
  for (const Node& member : above.children) {
    const auto same = std::find_if(result.children.begin(), result.children.end(),
                                   [&](const Node& child) { return child.key == member.key; });
    if (same == result.children.end())
      result.children.push_back(member);
    else
      *same = merged(*same, member);
  }
  return result;
}

Node expanded(const Node& node, const ParameterDeclaration& parameter) {
  if (parameter.short_for.empty() || !node.is_scalar()) return node;
  Node map;
  map.kind = Node::Kind::map;
  map.where = node.where;
  map.key = node.key;
  map.key_where = node.key_where;
  map.children = {node};
  map.children[0].key = parameter.short_for;
  return map;
}

// What a section has, with defaults: "speed = 1 m/s"; a section below it by its name only.
std::vector<std::string> contents(const ParameterRegistry& registry, const std::string& path) {
  const ParameterSection* section = registry.find(path);
  std::vector<std::string> items;
  for (const std::string& key : registry.keys(path)) {
    const ParameterDeclaration* parameter = section ? section->find(key) : nullptr;
    items.push_back(parameter && parameter->has_default() ? key + " = " + parameter->default_text()
                                                          : key);
  }
  return items;
}

}  // namespace

void Resolver::apply_map(const std::string& path, int instance, const Node& map) {
  const ParameterSection* section = registry_.find(path);
  if (section)
    parameters_.section(path, instance).mark_given(map.key.empty() ? map.where : map.key_where);
  for (const Node& member : map.children) {
    std::string word = member.key;
    const ParameterDeclaration* parameter = section ? section->find(word) : nullptr;
    if (parameter) {
      apply_value(parameters_.section(path, instance), *parameter, member);
      continue;
    }
    const int index = split_index(word);
    const std::string below = join_path(path, word);
    if (registry_.has_section_at(below))
      apply_section(below, member, index);
    else
      unknown(path, member);
  }
}

void Resolver::apply_section(const std::string& path, const Node& node, int index) {
  const ParameterSection* section = registry_.find(path);
  const bool repeatable = section && section->use == SectionUse::repeatable;
  if (node.is_list() && repeatable && index < 0) return apply_list(path, node);
  if (!node.is_map() && !node.is_null()) {
    Problem problem = make_problem("parameter/wrong-type", path + " must be a map", node.where,
                                   node.is_list() ? "this is a list" : "this is one value");
    problem.notes = wrapped_list(path + " has:", contents(registry_, path));
    problems_.push_back(std::move(problem));
    return;
  }
  if (!repeatable) {
    if (index < 0) return apply_map(path, 0, node);
    problems_.push_back(make_problem("parameter/override", "there is only one " + path,
                                     node.key_where, "leave [" + std::to_string(index) + "] out"));
    return;
  }
  const auto count = std::max<std::size_t>(1, parameters_.instances(path).size());
  if (index < 0 && count == 1) index = 0;
  if (index >= 0 && std::size_t(index) < count) return apply_map(path, index, node);
  problems_.push_back(make_problem(
      "parameter/override",
      path + " has " + std::to_string(count) + (count == 1 ? " instance" : " instances"),
      node.key_where,
      "name one: " + path + "[0]" +
          (count > 1 ? " to " + path + "[" + std::to_string(count - 1) + "]" : "")));
}

void Resolver::apply_list(const std::string& path, const Node& list) {
  if (list.children.empty()) {
    problems_.push_back(make_problem("parameter/wrong-type", path + " is an empty list", list.where,
                                     "leave it out"));
    return;
  }
  parameters_.resize(path, int(list.children.size()));
  for (std::size_t i = 0; i < list.children.size(); ++i) {
    const Node& item = list.children[i];
    if (item.is_map()) {
      apply_map(path, int(i), item);
    } else {
      problems_.push_back(
          make_problem("parameter/wrong-type", path + " must be a list of maps", item.where));
    }
  }
}

void Resolver::apply_value(SectionValues& values, const ParameterDeclaration& parameter,
                           const Node& node) {
  ParameterValue value;
  value.given = true;
  value.where = node.where;
  value.written = node.is_scalar() ? node.text : node.is_list() ? node.to_yaml() : "";
  value.text_column = node.text_column;
  try {
    value.value = read_value(expanded(node, parameter), parameter,
                             values.section().qualified(parameter.name));
    // Another data file has other datasets.
    const bool another_file = names_file(parameter.type) && node.is_scalar();
    const Node* tree = std::get_if<Node>(&values.at(parameter.name).value);
    if (tree && !another_file) value.value = merged(*tree, std::get<Node>(value.value));
    values.set(parameter.name, std::move(value));
  } catch (const Error& error) {
    add_problems(error, values.section(), parameter);
  }
}

void Resolver::add_problems(const Error& error, const ParameterSection& section,
                            const ParameterDeclaration& parameter) {
  const std::string name = section.qualified(parameter.name);
  for (Problem problem : error.problems()) {
    std::string note = name + ": " + parameter.description;
    if (problem.slug == "parameter/wrong-type" || problem.slug == "parameter/out-of-range")
      note += "; " + parameter.legal_values();
    if (parameter.has_default()) note += "; default " + parameter.default_text();
    problem.notes.push_back(std::move(note));
    problem.help = "cardon describe " + name;
    problems_.push_back(std::move(problem));
  }
}

void Resolver::check_formulas() {
  for (const auto& [path, section] : registry_.sections()) {
    for (const ParameterDeclaration& parameter : section.parameters) {
      if (parameter.type != ValueType::expression || parameter.list) continue;
      const std::size_t count = std::max<std::size_t>(1, parameters_.instances(path).size());
      for (std::size_t i = 0; i < count; ++i) {
        const SectionValues& values = parameters_.section(path, int(i));
        if (!values.has(parameter.name)) continue;
        try {
          values.function(parameter.name);
        } catch (const Error& error) {
          add_problems(error, section, parameter);
        }
      }
    }
  }
}

bool Resolver::unavailable(const std::string& path, const Node& member) {
  const std::string below = join_path(path, member.key);
  const std::string thorn = registry_.offered_by(below);
  if (thorn.empty()) return false;
  Problem problem = make_problem("parameter/service-not-available", below + " is not available",
                                 member.key_where, "thorn " + thorn + " provides it");
  problem.notes = {thorn + " is not active; thorns: [" + comma_list(active_) + "]"};
  problem.help = "add " + thorn + " to thorns:";
  problems_.push_back(std::move(problem));
  return true;
}

void Resolver::unknown_top_level(const Node& member) {
  const std::vector<std::string>& known = registry_.known_thorns();
  // Named under thorns: and not found: whoever looked for it has said so.
  if (std::find(active_.begin(), active_.end(), member.key) != active_.end()) return;
  if (std::find(known.begin(), known.end(), member.key) != known.end()) {
    Problem problem =
        make_problem("parameter/thorn-not-active", "thorn " + member.key + " is not active",
                     member.key_where, "its parameters cannot be set");
    problem.notes = {"thorns: [" + comma_list(active_) + "]"};
    problem.help = "add " + member.key + " to thorns:, or remove this section";
    problems_.push_back(std::move(problem));
    return;
  }
  std::vector<std::string> names = known;
  for (const std::string& key : registry_.keys(""))
    if (is_capital(key) && std::find(known.begin(), known.end(), key) == known.end())
      names.push_back(key);
  Problem problem = make_problem("parameter/unknown-thorn", "there is no thorn " + member.key,
                                 member.key_where, did_you_mean(member.key, names));
  problem.notes = {active_.empty() ? "no thorn is active"
                                   : "active thorns: " + comma_list(active_)};
  problem.help = "cardon list thorns";
  problems_.push_back(std::move(problem));
}

// Whoever read the files has followed their includes.
bool Resolver::is_include(const std::string& path, const Node& member) {
  if (!path.empty() || member.key != include_key) return false;
  if (member.key_where.line > 0) return true;
  problems_.push_back(make_problem("parameter/override", "include belongs in a parameter file",
                                   member.key_where,
                                   "give the file as an argument of its own, before the others"));
  return true;
}

void Resolver::unknown(const std::string& path, const Node& member) {
  if (is_include(path, member) || unavailable(path, member)) return;
  if (path.empty() && is_capital(member.key)) return unknown_top_level(member);
  const ParameterSection* section = registry_.find(path);
  const std::string name = section ? section->qualified(member.key) : join_path(path, member.key);
  const std::string now = registry_.renamed(path, member.key);
  std::vector<std::string> names = registry_.keys(path);
  if (path.empty()) names.emplace_back(include_key);
  Problem problem =
      make_problem("parameter/unknown", "unknown parameter " + name, member.key_where,
                   now.empty() ? did_you_mean(member.key, names) : "it is called " + now + " now");
  const std::string head = path.empty() ? "a parameter file has:" : path + " has:";
  std::vector<std::string> all = contents(registry_, path);
  if (path.empty()) all.insert(all.begin(), std::string(include_key));
  problem.notes = wrapped_list(head, all);
  problem.help = path.empty() ? "cardon list parameters" : "cardon describe " + path;
  problems_.push_back(std::move(problem));
}

}  // namespace cardon

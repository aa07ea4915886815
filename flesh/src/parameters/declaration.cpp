// SPDX-License-Identifier: Apache-2.0
#include <cardon/thorn/data_file.hpp>
#include <cardon/thorn/parameter_declaration.hpp>
#include <utility>

#include "parameters/problems.hpp"
#include "parameters/range_text.hpp"
#include "parameters/yaml_text.hpp"

namespace cardon {
namespace {

[[noreturn]] void refuse(const std::string& message) {
  throw Error(make_problem("parameter/declaration", message));
}

const char* type_word(ValueType type) {
  switch (type) {
    case ValueType::boolean:
      return "boolean";
    case ValueType::integer:
      return "integer";
    case ValueType::real:
      return "real";
    case ValueType::keyword:
      return "keyword";
    case ValueType::string:
      return "string";
    case ValueType::expression:
      return "formula";
    case ValueType::interval:
      return "interval";
    case ValueType::tree:
      return "tree";
    case ValueType::data_file:
      return "data file";
    case ValueType::table:
      return "table";
  }
  throw Bug("unknown type of a parameter");
}

std::string list_words(const ParameterDeclaration& d) {
  if (!d.list) return type_word(d.type);
  const std::string plural = std::string(type_word(d.type)) + "s";
  return d.length > 0 ? "list of " + std::to_string(d.length) + " " + plural : "list of " + plural;
}

std::string plain_text(const Node& node) {
  if (!node.is_list()) return node.text.empty() ? "\"\"" : node.text;
  std::vector<std::string> words;
  for (const Node& child : node.children) words.push_back(plain_text(child));
  return "[" + comma_list(words) + "]";
}

std::string data_file_words(const ParameterDeclaration& d) {
  std::string text = "data file: a path, or {file: PATH, dataset: NAME}; values";
  if (const std::string rule = range_text(d.range); !rule.empty()) text += " " + rule;
  return d.unit.empty() ? text : text + " in " + d.unit;
}

std::string table_words(const ParameterDeclaration& d) {
  const bool monotone = d.interpolation == Interpolation::monotone;
  std::string text = d.arguments == 1 ? "table of one argument" : "table of two arguments";
  text += ": a path, or {file: PATH, column: NAME, interpolation: ";
  text += monotone ? "monotone or linear" : "linear or monotone";
  text += ", outside: constant, linear or nan}; values";
  if (const std::string rule = range_text(d.range); !rule.empty()) text += " " + rule;
  return d.unit.empty() ? text : text + " in " + d.unit;
}

}  // namespace

void parameter_needs_a_name() { refuse("a parameter has no name"); }
void parameter_needs_a_description() { refuse("a parameter has no description"); }
void parameter_default_is_out_of_range() {
  refuse("the default of a parameter is out of its range");
}
void parameter_default_is_not_one_of_the_choices() {
  refuse("the default of a parameter is not one of its choices");
}
void parameter_list_is_too_long() { refuse("the default of a list parameter is too long"); }

ParameterDeclaration ParameterDeclaration::without_default() const {
  ParameterDeclaration copy = *this;
  copy.fallback = {};
  return copy;
}

ParameterDeclaration ParameterDeclaration::scalar_means(std::string key) const {
  ParameterDeclaration copy = *this;
  copy.short_for = std::move(key);
  return copy;
}

ParameterDeclaration ParameterDeclaration::names_service(std::string_view role) const {
  ParameterDeclaration copy = *this;
  copy.service_role = role;
  return copy;
}

std::string ParameterDeclaration::legal_values() const {
  if (!choices.empty()) return (list ? "list of: " : "one of ") + comma_list(choices);
  if (type == ValueType::boolean && !list) return "true or false";
  if (type == ValueType::interval && !list) return "iterations, or a time such as 0.2 s";
  if (type == ValueType::expression && !list)
    return "formula in x, y, z, r, t and the numeric parameters";
  if (type == ValueType::data_file && !list) return data_file_words(*this);
  if (type == ValueType::table) return table_words(*this);
  std::string text = list_words(*this);
  if (const std::string rule = range_text(range); !rule.empty()) text += " " + rule;
  return unit.empty() ? text : text + " in " + unit;
}

std::string ParameterDeclaration::default_text() const {
  if (!has_default()) return "unset";
  const std::string text = plain_text(fallback);
  return unit.empty() ? text : text + " " + unit;
}

ParameterDeclaration declare(const Expression& expression) {
  ParameterDeclaration d = detail::start_declaration(expression.name(), expression.description(),
                                                     expression.unit(), expression.steering());
  d.type = ValueType::expression;
  d.fallback = Node::scalar(std::string(expression.default_value()));
  return d;
}

ParameterDeclaration detail::declare_file(const FileParameter& file, ValueType type) {
  ParameterDeclaration d =
      start_declaration(file.name(), file.description(), file.unit(), Steering::never);
  d.type = type;
  d.range = file.range();
  d.short_for = "file";
  return d;
}

ParameterDeclaration declare(const DataFile& file) {
  return detail::declare_file(file, ValueType::data_file);
}

ParameterDeclaration detail::declare_table(const FileParameter& file, int arguments,
                                           Interpolation interpolation) {
  ParameterDeclaration d = declare_file(file, ValueType::table);
  d.arguments = arguments;
  d.interpolation = interpolation;
  return d;
}

ParameterDeclaration declare_interval(const std::string& name, const std::string& description,
                                      const std::string& default_value) {
  ParameterDeclaration d = detail::start_declaration(name, description, "", Steering::never);
  d.type = ValueType::interval;
  if (!default_value.empty()) d.fallback = Node::scalar(default_value);
  return d;
}

ParameterDeclaration declare_tree(const std::string& name, const std::string& description) {
  ParameterDeclaration d = detail::start_declaration(name, description, "", Steering::never);
  d.type = ValueType::tree;
  return d;
}

namespace detail {

ParameterDeclaration start_declaration(std::string_view name, std::string_view description,
                                       std::string_view unit, Steering steering) {
  ParameterDeclaration d;
  d.name = name;
  d.description = description;
  d.unit = unit;
  d.steering = steering;
  return d;
}

std::string value_text(bool value) { return value ? "true" : "false"; }
std::string value_text(int value) { return std::to_string(value); }
std::string value_text(Real value) { return real_text(value); }
std::string value_text(std::string_view value) { return std::string(value); }

}  // namespace detail
}  // namespace cardon

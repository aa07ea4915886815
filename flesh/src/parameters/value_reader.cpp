// SPDX-License-Identifier: Apache-2.0
#include "parameters/value_reader.hpp"

#include <algorithm>
#include <cardon/services/node_reading.hpp>
#include <utility>

#include "parameters/problems.hpp"
#include "parameters/quantity.hpp"
#include "parameters/yaml_text.hpp"

namespace cardon {
namespace {

// Of an interval. "1" is that of runs whose times are plain numbers.
std::string time_unit(const ParameterDeclaration& d) {
  return d.unit.empty() ? "s" : d.unit == "1" ? "" : d.unit;
}

void check_choice(double value, const Node& node, const ParameterDeclaration& d,
                  const std::string& name) {
  if (d.choices.empty()) return;
  for (const std::string& choice : d.choices)
    if (plain_number(choice) == value) return;
  Problem problem =
      make_problem("parameter/not-a-choice", name + " cannot be " + node.text, node.where);
  problem.hint = "legal values: " + comma_list(d.choices);
  throw Error(std::move(problem));
}

long one_integer(const Node& node, const ParameterDeclaration& d, const std::string& name) {
  const long value = read_integer(node, name, d.range);
  check_choice(double(value), node, d, name);
  return value;
}

Real one_real(const Node& node, const ParameterDeclaration& d, const std::string& name) {
  const Real value = read_real(node, name, d.unit, d.range);
  check_choice(value, node, d, name);
  return value;
}

std::string one_text(const Node& node, const ParameterDeclaration& d, const std::string& name) {
  return d.type == ValueType::keyword ? read_keyword(node, name, d.choices) : read_text(node, name);
}

// Every element is read, so that one pass finds the mistakes of all.
template <class Read>
AnyValue list_of_values(const Node& node, const ParameterDeclaration& d, const std::string& name,
                        Read read) {
  using T = decltype(read(node, d, name));
  std::vector<T> values;
  std::vector<Problem> problems;
  for (const Node& child : node.children) {
    try {
      values.push_back(read(child, d, name));
    } catch (const Error& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  }
  if (!problems.empty()) throw Error(std::move(problems));
  return values;
}

AnyValue list_value(const Node& node, const ParameterDeclaration& d, const std::string& name) {
  switch (d.type) {
    case ValueType::boolean:
      return list_of_values(node, d, name,
                            [](const Node& n, const ParameterDeclaration&, const std::string& of) {
                              return read_boolean(n, of);
                            });
    case ValueType::interval:
      return list_of_values(
          node, d, name, [](const Node& n, const ParameterDeclaration& d, const std::string& of) {
            return read_interval(n, of, time_unit(d));
          });
    case ValueType::integer:
      return list_of_values(node, d, name, one_integer);
    case ValueType::real:
      return list_of_values(node, d, name, one_real);
    case ValueType::tree:
    case ValueType::data_file:
    case ValueType::table:
      throw Bug("a list of trees is a tree");
    default:
      return list_of_values(node, d, name, one_text);
  }
}

Node as_list(const Node& node, const ParameterDeclaration& d, const std::string& name) {
  if (node.is_scalar() && d.length == 0) return Node::list({node});
  if (!node.is_list()) {
    throw Error(make_problem("parameter/wrong-type", name + " must be a " + d.legal_values(),
                             node.where,
                             node.is_map()    ? "this is a map"
                             : node.is_null() ? "this has no value"
                                              : "this is one value"));
  }
  if (d.length > 0 && node.children.size() != std::size_t(d.length)) {
    throw Error(make_problem("parameter/wrong-type", name + " must be a " + d.legal_values(),
                             node.where, "this has " + std::to_string(node.children.size())));
  }
  return node;
}

Node map_of_texts(const Node& node, const ParameterDeclaration& d, const std::string& name,
                  const std::vector<std::string>& keys) {
  if (!node.is_map())
    throw Error(
        make_problem("parameter/wrong-type", name + " must be a " + d.legal_values(), node.where));
  for (const Node& member : node.children) {
    if (std::find(keys.begin(), keys.end(), member.key) == keys.end())
      throw Error(unknown_key(member, name, keys));
    read_text(member, name + "." + member.key);
  }
  return node;
}

Node table_map(const Node& node, const ParameterDeclaration& d, const std::string& name) {
  map_of_texts(node, d, name, {"file", "column", "interpolation", "outside", "checksum"});
  if (const Node* member = node.find("interpolation"))
    read_keyword(*member, name + ".interpolation", {"linear", "monotone"});
  if (const Node* member = node.find("outside"))
    read_keyword(*member, name + ".outside", {"constant", "linear", "nan"});
  return node;
}

}  // namespace

AnyValue read_value(const Node& node, const ParameterDeclaration& d, const std::string& name) {
  if (d.list) return list_value(as_list(node, d, name), d, name);
  switch (d.type) {
    case ValueType::boolean:
      return read_boolean(node, name);
    case ValueType::integer:
      return one_integer(node, d, name);
    case ValueType::real:
      return one_real(node, d, name);
    case ValueType::interval:
      return read_interval(node, name, time_unit(d));
    case ValueType::tree:
      return node;
    case ValueType::data_file:
      return map_of_texts(node, d, name, {"file", "dataset", "checksum"});
    case ValueType::table:
      return table_map(node, d, name);
    default:
      return one_text(node, d, name);
  }
}

}  // namespace cardon

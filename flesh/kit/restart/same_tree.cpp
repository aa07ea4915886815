// SPDX-License-Identifier: Apache-2.0
#include "restart/same_tree.hpp"

#include <algorithm>

#include "parameters/quantity.hpp"
#include "parameters/yaml_reader.hpp"

namespace cardon {
namespace {

bool is_same(const Node& one, const Node& other) {
  if (one.kind != other.kind || one.children.size() != other.children.size()) return false;
  if (one.is_scalar()) {
    const auto number = plain_number(one.text);
    return one.text == other.text || (number && number == plain_number(other.text));
  }
  if (one.is_list())
    return std::equal(one.children.begin(), one.children.end(), other.children.begin(), is_same);
  return std::all_of(one.children.begin(), one.children.end(), [&](const Node& member) {
    const Node* found = other.find(member.key);
    return found && is_same(member, *found);
  });
}

}  // namespace

bool is_same_tree(const std::string& one, const std::string& other) {
  std::vector<Problem> problems;
  Node first, second;
  return read_yaml(SourceText("", one), first, problems) &&
         read_yaml(SourceText("", other), second, problems) && is_same(first, second);
}

}  // namespace cardon

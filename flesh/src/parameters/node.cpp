// SPDX-License-Identifier: Apache-2.0
#include <cardon/thorn/node.hpp>
#include <utility>

#include "parameters/yaml_text.hpp"

namespace cardon {

const Node* Node::find(std::string_view name) const {
  for (const Node& child : children)
    if (is_map() && child.key == name) return &child;
  return nullptr;
}

std::string Node::to_yaml() const {
  if (is_null()) return "null";
  if (is_scalar()) return yaml_scalar(text);
  std::string out;
  for (const Node& child : children) {
    if (!out.empty()) out += ", ";
    if (is_map()) out += yaml_scalar(child.key) + ": ";
    out += child.to_yaml();
  }
  return is_map() ? "{" + out + "}" : "[" + out + "]";
}

Node Node::scalar(std::string text) {
  Node node;
  node.kind = Kind::scalar;
  node.text = std::move(text);
  return node;
}

Node Node::list(std::vector<Node> children) {
  Node node;
  node.kind = Kind::list;
  node.children = std::move(children);
  return node;
}

}  // namespace cardon

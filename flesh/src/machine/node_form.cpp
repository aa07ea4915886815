// SPDX-License-Identifier: Apache-2.0
#include "machine/node_form.hpp"

#include <algorithm>
#include <cardon/services/node_reading.hpp>

namespace cardon {
namespace {

bool require(bool fits, const Node& node, const std::string& name, const char* wanted,
             std::vector<Problem>& problems) {
  if (fits) return true;
  problems.push_back({.slug = "parameter/wrong-type",
                      .message = name + " must be " + wanted,
                      .where = node.where.known() ? node.where : node.key_where,
                      .hint = node.is_list()  ? "this is a list"
                              : node.is_map() ? "this is a map"
                                              : "this is one value"});
  if (node.is_null()) problems.back().hint = "there is no value here";
  if (node.is_list() && node.children.empty()) problems.back().hint = "this list is empty";
  return false;
}

}  // namespace

bool is_map(const Node& node, const std::string& name, std::vector<Problem>& problems) {
  return require(node.is_map(), node, name, "a map", problems);
}

bool is_list(const Node& node, const std::string& name, std::vector<Problem>& problems) {
  return require(node.is_list() && !node.children.empty(), node, name, "a list", problems);
}

void check_keys(const Node& map, const std::string& name, const std::vector<std::string>& legal,
                std::vector<Problem>& problems) {
  for (const Node& member : map.children)
    if (std::find(legal.begin(), legal.end(), member.key) == legal.end())
      problems.push_back(unknown_key(member, name, legal));
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "restart/data_text.hpp"

#include <fmt/format.h>

#include <cardon/services/parameter_input.hpp>
#include <cardon/thorn/node.hpp>
#include <filesystem>

namespace cardon {
namespace {

std::string member_text(const Node& value, const char* key) {
  const Node* member = value.find(key);
  return member ? member->text : "";
}

Node yaml_node(const std::string& text) {
  ParameterInput input;
  input.add_text("value", "value: " + text);
  const Node* node = input.layers().empty() ? nullptr : input.layers().front().find("value");
  return node ? *node : Node{};
}

}  // namespace

bool is_same_data(const std::string& one, const std::string& other) {
  const Node a = yaml_node(one), b = yaml_node(other);
  return !member_text(a, "checksum").empty() &&
         member_text(a, "checksum") == member_text(b, "checksum");
}

std::string data_words(const std::string& value) {
  const Node node = yaml_node(value);
  return fmt::format("checksum {:.8} ({} {})", member_text(node, "checksum"),
                     std::filesystem::path(member_text(node, "file")).filename().string(),
                     member_text(node, node.find("column") ? "column" : "dataset"));
}

}  // namespace cardon

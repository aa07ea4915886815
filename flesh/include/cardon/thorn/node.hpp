// SPDX-License-Identifier: Apache-2.0
// A parameter file as a tree of text, before anything is interpreted.
#pragma once
#include <cardon/thorn/error.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

/// One value of a parameter file: nothing, a scalar (still text), a list or a map, with its place.
struct Node {
  /// Null is an empty value, `~` or `null`; a scalar is any single value.
  enum class Kind { null, scalar, list, map };

  Kind kind = Kind::null;  ///< which of the members below are in use
  std::string text;        ///< of a scalar, without quotes
  bool quoted = false;     ///< the scalar was written in quotes
  Location where;          ///< of the value
  int text_column =
      0;  ///< column of the first character of `text`; 0 if the text is not there as it stands
  std::string key;             ///< of a member of a map
  Location key_where;          ///< of the key
  std::vector<Node> children;  ///< of a list or map, in the order of the file

  /// A single value, still text.
  bool is_scalar() const { return kind == Kind::scalar; }
  /// A sequence.
  bool is_list() const { return kind == Kind::list; }
  /// A mapping of keys to values.
  bool is_map() const { return kind == Kind::map; }
  /// Whether the node is empty or not set.
  bool is_null() const { return kind == Kind::null; }

  /// The member of a map, or nullptr.
  const Node* find(std::string_view name) const;
  /// Returns the node as one line of YAML.
  std::string to_yaml() const;

  /// Compares the contents, not the locations.
  bool operator==(const Node& other) const {
    return kind == other.kind && text == other.text && key == other.key &&
           children == other.children;
  }

  /// A scalar without a place in a file.
  static Node scalar(std::string text);
  /// A list without a place in a file.
  static Node list(std::vector<Node> children);
};

}  // namespace cardon

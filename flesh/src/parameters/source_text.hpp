// SPDX-License-Identifier: Apache-2.0
// The text a tree is read from, for places and carets.
#pragma once
#include <cardon/thorn/node.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

/// A whole file, or the value of a `key=value` argument (then places have no line and columns count
/// in the argument).
class SourceText {
 public:
  SourceText(std::string name, std::string_view text);
  static SourceText argument(const std::string& whole, std::size_t value_start);

  /// The place of `length` characters at a line and column counted from 0; beyond the text, the end
  /// of its last line.
  Location at(int line, int column, int length = 1) const;
  /// How many characters the value that starts there has on its line: a word, a quoted text, or a
  /// list in brackets.
  int extent(int line, int column, std::string_view scalar) const;
  /// The column (from 1) at which `scalar` stands as it is, in quotes or without; 0 if it does not.
  int column_of(int line, int column, std::string_view scalar) const;
  /// The whole text, without blanks at its ends, as one scalar.
  Node as_scalar() const;
  const std::string& text() const { return text_; }

 private:
  const std::string* line(int number) const;
  int column_in_line(int number, int column) const;

  std::string name_;
  std::string text_;
  std::vector<std::string> lines_;
  bool is_argument_ = false;
  int offset_ = 0;  // columns before the value in the argument
};

}  // namespace cardon

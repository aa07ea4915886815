// SPDX-License-Identifier: Apache-2.0
#include "parameters/source_text.hpp"

#include <algorithm>
#include <utility>

#include "base/line_excerpt.hpp"

namespace cardon {
namespace {

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Length of "..." or [...] at the start of `text`; 0 if it does not end on this line. Brackets
// inside quotes are not looked for: the length only draws carets.
std::size_t bracketed(std::string_view text) {
  if (text[0] == '"' || text[0] == '\'') {
    const std::size_t end = text.find(text[0], 1);
    return end == text.npos ? 0 : end + 1;
  }
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '[' || text[i] == '{' ? 1 : text[i] == ']' || text[i] == '}' ? -1 : 0;
    if (depth == 0) return i + 1;
  }
  return 0;
}

}  // namespace

SourceText::SourceText(std::string name, std::string_view text)
    : name_(std::move(name)), text_(text), lines_(split_lines(text)) {}

SourceText SourceText::argument(const std::string& whole, std::size_t value_start) {
  SourceText source("command line", std::string_view(whole).substr(value_start));
  source.lines_ = {whole};
  source.is_argument_ = true;
  source.offset_ = int(value_start);
  return source;
}

const std::string* SourceText::line(int number) const {
  return number >= 0 && std::size_t(number) < lines_.size() ? &lines_[std::size_t(number)]
                                                            : nullptr;
}

int SourceText::column_in_line(int number, int column) const {
  return column + (number == 0 ? offset_ : 0);
}

Location SourceText::at(int number, int column, int length) const {
  Location where;
  where.file = name_;
  if (lines_.empty()) return where;
  const int last = int(lines_.size()) - 1;
  if (number > last || number < 0) {
    number = last;
    column = int(lines_.back().size()) - offset_;
  }
  where.line = is_argument_ ? 0 : number + 1;
  where.column = std::max(column_in_line(number, column), 0) + 1;
  where.length = std::max(length, 1);
  where.text = line_excerpt(lines_[std::size_t(number)], where.column);
  return where;
}

int SourceText::extent(int number, int column, std::string_view scalar) const {
  const std::string* text = line(number);
  const auto start = std::size_t(column_in_line(number, column));
  if (!text || start >= text->size()) return 1;
  const std::string_view rest = std::string_view(*text).substr(start);
  if (std::string_view("\"'[{").find(rest[0]) != std::string_view::npos) {
    const std::size_t length = bracketed(rest);
    return int(length > 0 ? length : rest.size());
  }
  return int(std::clamp<std::size_t>(scalar.size(), 1, rest.size()));
}

int SourceText::column_of(int number, int column, std::string_view scalar) const {
  const std::string* text = line(number);
  auto start = std::size_t(column_in_line(number, column));
  if (!text || start >= text->size() || scalar.empty()) return 0;
  if ((*text)[start] == '"' || (*text)[start] == '\'') ++start;
  return text->compare(start, scalar.size(), scalar) == 0 ? int(start) + 1 : 0;
}

Node SourceText::as_scalar() const {
  const std::size_t start = std::min(text_.find_first_not_of(" \t"), text_.size());
  const std::size_t end = text_.find_last_not_of(" \t") + 1;
  Node node = Node::scalar(start < end ? text_.substr(start, end - start) : "");
  const int column = int(start);
  node.where = at(0, column, int(node.text.size()));
  node.text_column = column_of(0, column, node.text);
  return node;
}

}  // namespace cardon

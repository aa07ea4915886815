// SPDX-License-Identifier: Apache-2.0
#include "tables/table_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string_view>

#include "base/line_excerpt.hpp"
#include "base/printable.hpp"
#include "files/regular_file.hpp"
#include "parameters/quantity.hpp"

namespace cardon {
namespace {

constexpr std::string_view gaps = " \t,\r";
constexpr std::size_t max_problems = 10;

struct Word {
  std::string_view text;
  int column = 1;  ///< of the line, from 1
};

/// Those of a line without its comment.
std::vector<Word> words_of(std::string_view line) {
  line = line.substr(0, line.find('#'));
  std::vector<Word> words;
  for (std::size_t at = line.find_first_not_of(gaps); at < line.size();
       at = line.find_first_not_of(gaps, at)) {
    const std::size_t end = std::min(line.find_first_of(gaps, at), line.size());
    words.push_back({line.substr(at, end - at), int(at) + 1});
    at = end;
  }
  return words;
}

std::string_view line_at(const std::string& text, std::size_t start) {
  const std::size_t end = std::min(text.find('\n', start), text.size());
  return std::string_view(text).substr(start, end - start);
}

class Reading {
 public:
  explicit Reading(TableText& table) : table_(table) {}

  void line(std::size_t start, int number) {
    const std::string_view text = line_at(table_.text, start);
    const std::vector<Word> words = words_of(text);
    if (words.empty()) return;
    if (table_.columns == 0) {
      table_.columns = words.size();
      if (is_header(words)) return;
    }
    if (words.size() != table_.columns)
      return report(text, number, words.back(),
                    fmt::format("this row has {} column{}, but the first row has {}", words.size(),
                                words.size() > 1 ? "s" : "", table_.columns));
    for (const Word& word : words) add(text, number, word);
    table_.starts.push_back(start);
    table_.lines.push_back(number);
  }

  bool is_full() const { return problems_.size() >= max_problems; }
  void finish() const {
    if (!problems_.empty()) throw Error(problems_);
  }

 private:
  bool is_header(const std::vector<Word>& words) {
    for (const Word& word : words)
      if (plain_number(word.text)) return false;
    for (const Word& word : words) table_.names.emplace_back(word.text);
    return true;
  }

  void add(std::string_view text, int number, const Word& word) {
    const std::optional<double> value = plain_number(word.text);
    table_.numbers.push_back(value.value_or(0));
    if (!value || !std::isfinite(*value))
      report(text, number, word,
             fmt::format("'{}' is not a finite number", printable(std::string(word.text))));
  }

  void report(std::string_view text, int number, const Word& word, std::string message) {
    if (is_full()) return;
    problems_.push_back({.slug = "parameter/table",
                         .message = std::move(message),
                         .where = {table_.file, number, word.column, int(word.text.size()),
                                   line_excerpt(text, word.column)},
                         .help = "correct the file"});
  }

  TableText& table_;
  std::vector<Problem> problems_;
};

}  // namespace

Location TableText::place(std::size_t row, std::size_t column) const {
  const std::string_view line = line_at(text, starts[row]);
  const Word word = words_of(line)[column];
  return {file, lines[row], word.column, int(word.text.size()), line_excerpt(line, word.column)};
}

TableText read_table_text(const std::string& file) {
  TableText table;
  table.file = file;
  RegularText read = read_regular_file(file);
  if (!read.failure.empty())
    throw Error(
        {.slug = "parameter/table",
         .message = read.missing ? "there is no file " + file : cannot_read(file, read.failure),
         .help = read.missing ? "paths are relative to the folder of the parameter file"
                              : "name a text file of columns"});
  table.text = std::move(read.text);
  Reading reading(table);
  int number = 0;
  for (std::size_t start = 0; start < table.text.size() && !reading.is_full();) {
    reading.line(start, ++number);
    start += line_at(table.text, start).size() + 1;
  }
  reading.finish();
  return table;
}

}  // namespace cardon

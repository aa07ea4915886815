// SPDX-License-Identifier: Apache-2.0
// The one place that turns problems into text.
#include <fmt/format.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <string_view>
#include <utility>

#include "base/line_excerpt.hpp"
#include "base/printable.hpp"

namespace cardon {
namespace {

constexpr std::size_t slug_column =
    76;  // 80 columns hold most messages, the slug stands apart to their right

constexpr std::size_t longest_excerpt = 160, before_caret = 60;  // bytes of a source line
constexpr std::size_t longest_message = 1000;                    // bytes
constexpr const char* left_out = "...";

struct Style {
  bool colour;
  std::string paint(const char* code, const std::string& text) const {
    return colour && !text.empty() ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
  }
  std::string error(const std::string& text) const { return paint("1;31", text); }
  std::string strong(const std::string& text) const { return paint("1", text); }
  std::string frame(const std::string& text) const { return paint("34", text); }
};

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

// What is not printable becomes question marks, byte for byte: columns stay right. Tabs stay.
std::string printable_excerpt(std::string text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = printable_length(std::string_view(text).substr(i));
    if (length == 0 && text[i] != '\t') text[i] = '?';
    i += std::max<std::size_t>(1, length);
  }
  return text;
}

// Line ends stay, but no line of foreign text begins where those of Cardon do.
std::string printable_message(const std::string& text) {
  std::string out;
  for (const char c : printable_lines(text)) out += c == '\n' ? "\n   " : std::string(1, c);
  return out;
}

std::string clipped(std::string text) {
  if (text.size() <= longest_message) return text;
  std::size_t end = longest_message;
  while (end > 0 && !starts_character(text[end])) --end;
  return text.substr(0, end) + left_out;
}

// The part of a long line that lies around the caret.
Location around_caret(Location where) {
  const LinePart part = split_excerpt(where.text);
  where.column = std::max(where.column - int(part.skipped), std::min(where.column, 0));
  where.text = printable_excerpt(std::string(part.text));
  if (where.text.size() <= longest_excerpt) return where;
  const std::size_t caret = std::min(std::size_t(std::max(where.column, 1) - 1), where.text.size());
  std::size_t begin = caret > before_caret ? caret - before_caret : 0;
  while (begin > 0 && !starts_character(where.text[begin])) --begin;
  std::size_t end = std::min(begin + longest_excerpt, where.text.size());
  while (end < where.text.size() && !starts_character(where.text[end])) --end;
  const std::string front = begin > 0 ? left_out : "";
  const std::string back = end < where.text.size() ? left_out : "";
  where.text = front + where.text.substr(begin, end - begin) + back;
  if (where.column > 0) where.column = int(caret - begin + front.size()) + 1;
  where.length = std::min(where.length, int(end - std::min(caret, end)));
  return where;
}

std::size_t width(const std::string& utf8) {
  return std::size_t(std::count_if(utf8.begin(), utf8.end(), starts_character));
}

// As wide as the first `bytes` bytes of the line; tabs are kept so that the caret stays below its
// character.
std::string indent(const std::string& line, std::size_t bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes; ++i) {
    if (i >= line.size() || starts_character(line[i]))
      out += i < line.size() && line[i] == '\t' ? '\t' : ' ';
  }
  return out;
}

std::string headline(const Problem& problem, const Style& style) {
  const std::string slug = problem.slug.empty() ? "" : fmt::format("[{}]", problem.slug);
  const std::size_t used = width("error: " + problem.message);
  const std::size_t gap = used + 2 > slug_column ? 2 : slug_column - used;
  std::string line = style.error("error:") + " " + style.strong(problem.message);
  if (!slug.empty()) line += std::string(gap, ' ') + style.frame(slug);
  return line + "\n";
}

std::string place(const Location& where) {
  if (where.line <= 0) return where.file;
  if (where.column <= 0) return fmt::format("{}:{}", where.file, where.line);
  return fmt::format("{}:{}:{}", where.file, where.line, where.column);
}

std::string caret_line(const Location& where, const std::string& hint, const Style& style) {
  const auto start = std::size_t(where.column - 1);
  const std::size_t end = std::min(start + std::size_t(std::max(1, where.length)),
                                   std::max(where.text.size(), start + 1));
  const std::string marked =
      start < where.text.size() ? where.text.substr(start, end - start) : " ";
  const std::string carets(std::max<std::size_t>(1, width(marked)), '^');
  return indent(where.text, start) + style.error(carets + (hint.empty() ? "" : " " + hint));
}

// The arrow, the source line and the caret; sets `hinted` if the hint was placed beside the caret.
std::string excerpt(const Problem& problem, const Style& style, bool& hinted) {
  const Location where = around_caret(problem.where);
  const std::string number = where.line > 0 ? std::to_string(where.line) : "";
  const std::size_t gutter = std::max<std::size_t>(2, number.size());
  std::string out =
      style.frame(std::string(gutter, ' ') + "-->") + " " + place(problem.where) + "\n";
  if (where.text.empty()) return out;
  out += style.frame(fmt::format("{:>{}} |", number, gutter)) + " " + where.text + "\n";
  if (where.column <= 0) return out;
  out += style.frame(std::string(gutter, ' ') + " |") + " " +
         caret_line(where, problem.hint, style) + "\n";
  hinted = true;
  return out;
}

Problem made_printable(Problem problem) {
  for (std::string* text : {&problem.message, &problem.hint, &problem.help})
    *text = clipped(printable_message(*text));
  for (std::string& note : problem.notes) note = printable_message(note);
  problem.where.file = printable(problem.where.file);
  return problem;
}

std::string join(const std::vector<Problem>& problems, bool colour) {
  std::string out;
  for (const Problem& problem : problems) {
    if (!out.empty()) out += '\n';
    out += format_problem(problem, colour);
  }
  return out;
}

}  // namespace

std::string format_problem(const Problem& given, bool colour) {
  const Problem problem = made_printable(given);
  const Style style{colour};
  bool hinted = false;
  std::string out = headline(problem, style);
  if (problem.where.known()) out += excerpt(problem, style, hinted);
  if (!hinted && !problem.hint.empty()) out += "   " + problem.hint + "\n";
  for (const std::string& note : problem.notes) out += "   " + note + "\n";
  if (!problem.help.empty()) out += "   " + style.strong("help:") + " " + problem.help + "\n";
  return out;
}

std::string format_problems(const std::vector<Problem>& problems, const std::string& consequence,
                            bool colour) {
  const char* plural = problems.size() == 1 ? "" : "s";
  return join(problems, colour) +
         fmt::format("{} error{}; {}\n", problems.size(), plural, consequence);
}

Error::Error(std::vector<Problem> problems, ExitCode code)
    : problems_(std::move(problems)), code_(code), text_(join(problems_, false)) {}

Error::Error(Problem problem, ExitCode code)
    : Error(std::vector<Problem>{std::move(problem)}, code) {}

}  // namespace cardon

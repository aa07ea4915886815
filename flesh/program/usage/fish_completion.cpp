// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "usage/completion.hpp"
#include "usage/shell_words.hpp"

namespace cardon::usage {
namespace {

// In single quotes fish knows two escapes.
std::string fish_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string names(const OptionText& option) {
  std::string out;
  for (const std::string& name : option.names)
    out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  return out;
}

// Words, then files or folders, for a value or an argument.
std::string offered(const OptionText& option) {
  std::string list = fmt::format("{}", fmt::join(option.words, " "));
  if (option.path == OptionText::Path::folder) list += " (__fish_complete_directories)";
  std::string out = list.empty() ? "" : " -a " + fish_quoted(list);
  if (option.path == OptionText::Path::file) out += " -F";
  return out;
}

std::string option_line(const std::string& condition, const OptionText& option) {
  std::string out = fmt::format("complete -c cardon -n {}{} -d {}", fish_quoted(condition),
                                names(option), fish_quoted(first_sentence(option.description)));
  if (!option.value.empty())
    out += (option.path == OptionText::Path::file ? " -r" : " -x") + offered(option);
  return out + "\n";
}

// All arguments of a verb together: fish does not count them.
std::string argument_line(const std::string& condition, const OptionText& argument) {
  const std::string offers = offered(argument);
  if (offers.empty()) return "";
  return fmt::format("complete -c cardon -n {}{}\n", fish_quoted(condition), offers);
}

std::string verb_lines(const CommandText& verb) {
  const std::string name = verb_name(verb);
  const std::string condition = "__fish_seen_subcommand_from " + name;
  std::string out = fmt::format("\ncomplete -c cardon -n __fish_use_subcommand -a {} -d {}\n", name,
                                fish_quoted(verb.summary));
  for (const OptionText& option : verb.options) out += option_line(condition, option);
  for (const OptionText& argument : verb.arguments) out += argument_line(condition, argument);
  return out;
}

}  // namespace

std::string fish_completion(const CommandText& program) {
  std::string out =
      "# fish completion of cardon, written by: cardon completion fish\ncomplete -c cardon -f\n";
  for (const OptionText& option : program.options)
    out += option_line("__fish_use_subcommand", option);
  for (const CommandText& verb : program.verbs) out += verb_lines(verb);
  return out;
}

}  // namespace cardon::usage

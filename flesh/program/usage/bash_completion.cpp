// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "usage/completion.hpp"
#include "usage/shell_words.hpp"

namespace cardon::usage {
namespace {

// What the script offers for a value: the arguments of _cardon_offer.
std::string offer(const OptionText& option) {
  const char* path = option.path == OptionText::Path::file     ? "-f"
                     : option.path == OptionText::Path::folder ? "-d"
                                                               : "";
  return fmt::format("'{}' {}", path,
                     single_quoted(fmt::format("{}", fmt::join(option.words, " "))));
}

// Options with a value, by the option before the cursor.
std::string value_cases(const CommandText& command) {
  std::string out;
  for (const OptionText& option : command.options)
    if (!option.value.empty())
      out += fmt::format("        {}) _cardon_offer {}; return ;;\n", fmt::join(option.names, "|"),
                         offer(option));
  return out.empty() ? out : fmt::format("      case $previous in\n{}      esac\n", out);
}

std::string valued_options(const CommandText& command) {
  std::string names;
  for (const OptionText& option : command.options)
    if (!option.value.empty())
      for (const std::string& name : option.names) names += name + " ";
  return names;
}

// The last argument stands for all that follow, if it may be repeated.
std::string argument_cases(const CommandText& command) {
  std::string out;
  for (std::size_t n = 0; n < command.arguments.size(); ++n) {
    const OptionText& argument = command.arguments[n];
    const std::string place = argument.repeatable ? "*" : std::to_string(n);
    out += fmt::format("        {}) _cardon_offer {} ;;\n", place, offer(argument));
    if (argument.repeatable) break;
  }
  if (out.empty()) return out;
  return fmt::format("      _cardon_count_arguments '{}'\n      case $count in\n{}      esac\n",
                     valued_options(command), out);
}

std::string bash_case(const CommandText& verb) {
  return fmt::format(
      "    {})\n{}      if [[ $current == -* ]]; then\n        _cardon_offer '' '{}'\n        "
      "return\n"
      "      fi\n{}      ;;\n",
      verb_name(verb), value_cases(verb), option_words(verb), argument_cases(verb));
}

constexpr const char* functions = R"(
# _cardon_offer -f|-d|'' WORDS: files or folders, and words.
_cardon_offer() {
  COMPREPLY=()
  local word
  for word in $2; do
    [[ $word == "$current"* ]] && COMPREPLY+=("$word")
  done
  if [[ $1 ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "$1" -- "$current")
  fi
}

# _cardon_count_arguments OPTIONS: arguments of the verb before the cursor; the options take a value.
_cardon_count_arguments() {
  count=0
  local place
  for ((place = 2; place < COMP_CWORD; ++place)); do
    if [[ " $1" == *" ${COMP_WORDS[place]} "* ]]; then
      ((++place))
    elif [[ ${COMP_WORDS[place]} != -* ]]; then
      ((++count))
    fi
  done
}

_cardon() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} count=0
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    _cardon_offer '' '@VERBS@'
    return
  fi
  case ${COMP_WORDS[1]} in
@CASES@  esac
}

complete -F _cardon cardon
)";

std::string replaced(std::string text, const std::string& mark, const std::string& by) {
  return text.replace(text.find(mark), mark.size(), by);
}

}  // namespace

std::string bash_completion(const CommandText& program) {
  std::string words = option_words(program), cases;
  for (const CommandText& verb : program.verbs) {
    words = verb_name(verb) + " " + words;
    cases += bash_case(verb);
  }
  const std::string script = replaced(replaced(functions, "@VERBS@", words), "@CASES@", cases);
  return "# bash completion of cardon, written by: cardon completion bash" + script;
}

}  // namespace cardon::usage

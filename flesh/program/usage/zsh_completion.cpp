// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "usage/completion.hpp"
#include "usage/shell_words.hpp"

namespace cardon::usage {
namespace {

// Within the specifications of _arguments, brackets and colons have a meaning.
std::string plain(const std::string& text) {
  std::string out;
  for (const char c : first_sentence(text)) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string action(const OptionText& option) {
  const std::string path = option.path == OptionText::Path::file     ? "_files"
                           : option.path == OptionText::Path::folder ? "_files -/"
                                                                     : "";
  const std::string words = fmt::format("({})", fmt::join(option.words, " "));
  if (option.words.empty()) return path.empty() ? " " : path;
  return path.empty()
             ? words
             : fmt::format(R"(_alternative "words\:word\:{}" "paths\:path\:{}")", words, path);
}

std::string specification(const OptionText& option) {
  std::string out;
  for (const std::string& name : option.names) {
    std::string text = fmt::format("{}[{}]", name, plain(option.description));
    if (!option.value.empty()) text += fmt::format(":{}:{}", plain(option.value), action(option));
    out += " \\\n        " + single_quoted("*" + text);
  }
  return out;
}

std::string argument(const OptionText& argument) {
  return " \\\n        " +
         single_quoted(fmt::format("{}:{}:{}", argument.repeatable ? "*" : "",
                                   plain(argument.names.front()), action(argument)));
}

std::string zsh_case(const CommandText& verb) {
  std::string out = fmt::format("    {})\n      _arguments", verb_name(verb));
  for (const OptionText& option : verb.options) out += specification(option);
  for (const OptionText& positional : verb.arguments) {
    out += argument(positional);
    if (positional.repeatable) break;
  }
  return out + "\n      ;;\n";
}

}  // namespace

std::string zsh_completion(const CommandText& program) {
  std::string verbs, cases;
  for (const CommandText& verb : program.verbs) {
    verbs += "    " + single_quoted(verb_name(verb) + ":" + plain(verb.summary)) + "\n";
    cases += zsh_case(verb);
  }
  return fmt::format(
      "#compdef cardon\n# zsh completion of cardon, written by: cardon completion zsh\n_cardon() "
      "{{\n"
      "  local -a verbs=(\n{}  )\n  if ((CURRENT == 2)); then\n    if [[ $PREFIX == -* ]]; then\n"
      "      compadd -- {}\n    else\n      _describe verb verbs\n    fi\n    return\n  fi\n"
      "  shift words\n  ((CURRENT--))\n  case $words[1] in\n{}  esac\n}}\n_cardon \"$@\"\n",
      verbs, option_words(program), cases);
}

}  // namespace cardon::usage

// SPDX-License-Identifier: Apache-2.0
#include "usage/man_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/thorn/version.hpp>
#include <cctype>

#include "usage/exit_codes.hpp"
#include "usage/help_text.hpp"

namespace cardon::usage {
namespace {

// Backslashes, hyphens that are typed, and lines that would be taken for requests.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (out.empty() && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string items(const char* title, const std::vector<OptionText>& options) {
  if (options.empty()) return "";
  std::string out = fmt::format(".SH {}\n", title);
  for (const OptionText& option : options)
    out += fmt::format(".TP\n.B {}\n{}\n", escaped(heading(option)), escaped(option.description));
  return out;
}

std::string verbs(const std::vector<CommandText>& verbs) {
  if (verbs.empty()) return "";
  std::string out = ".SH VERBS\n";
  for (const CommandText& verb : verbs)
    out += fmt::format(".TP\n.BR {} (1)\n{}\n", escaped(page_name(verb)), escaped(verb.summary));
  return out;
}

std::string exit_status() {
  std::string out = ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : exit_codes)
    out += fmt::format(".TP\n.B {}\n{}\n", int(code), escaped(meaning));
  return out;
}

std::string examples(const CommandText& command) {
  std::string out = ".SH EXAMPLES\n.nf\n";
  for (const std::string& example : command.examples) out += escaped(example) + "\n";
  return out + ".fi\n";
}

}  // namespace

std::string page_name(const CommandText& command) {
  std::string name = command.name;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string man_page(const CommandText& command) {
  std::string title = page_name(command);
  std::transform(title.begin(), title.end(), title.begin(),
                 [](unsigned char c) { return char(std::toupper(c)); });
  std::string out = fmt::format(".TH {} 1 \"\" \"Cardon {}\" \"Cardon\"\n", title, version_text);
  out +=
      fmt::format(".SH NAME\n{} \\- {}\n", escaped(page_name(command)), escaped(command.summary));
  out += fmt::format(".SH SYNOPSIS\n.B {}\n", escaped(synopsis(command)));
  out += verbs(command.verbs);
  out += items("ARGUMENTS", command.arguments);
  out += items("OPTIONS", command.options);
  out += exit_status();
  out += examples(command);
  return out + (command.verbs.empty() ? ".SH SEE ALSO\n.BR cardon (1)\n" : "");
}

}  // namespace cardon::usage

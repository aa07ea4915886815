// SPDX-License-Identifier: Apache-2.0
#include "command_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cardon/thorn/version.hpp>
#include <sstream>

#include "input_arguments.hpp"
#include "usage/help_text.hpp"

namespace cardon::cli {
namespace {

constexpr std::size_t usual_width = 80, min_width = 40, max_width = 100;

// Lines longer than max_width are hard to read.
std::size_t terminal_width() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return usual_width;
  return std::clamp<std::size_t>(size.ws_col, min_width, max_width);
}

// "INT in [1 - 1024]", as CLI11 describes a range, in our words.
std::string range_words(const std::string& facts) {
  const std::size_t open = facts.find("in ["), dash = facts.find(" - "), end = facts.find(']');
  if (open == facts.npos || dash == facts.npos || end == facts.npos) return "";
  const std::string low = facts.substr(open + 4, dash - open - 4);
  return fmt::format(" ({} to {})", low, facts.substr(dash + 3, end - dash - 3));
}

// "{c,fortran}", as CLI11 describes the members of a set.
std::vector<std::string> members(const std::string& facts) {
  const std::size_t open = facts.find('{'), end = facts.find('}');
  std::vector<std::string> words;
  if (open == facts.npos || end == facts.npos) return words;
  std::istringstream list(facts.substr(open + 1, end - open - 1));
  for (std::string word; std::getline(list, word, ',');) words.push_back(word);
  return words;
}

usage::OptionText option_text(const CLI::Option& option) {
  usage::OptionText text{.description = option.get_description()};
  const std::string type = option.get_type_name();
  const std::string facts = type.substr(std::min(type.find(':'), type.size()));
  std::string value = type.substr(0, type.find(':'));
  const std::vector<std::string> words = members(facts);
  if (!words.empty()) value = fmt::format("{}", fmt::join(words, "|"));
  usage::offer_what(text, value);
  text.description += range_words(facts);
  if (option.get_positional()) {
    text.names = {option.get_name(true)};
    usage::offer_what(text, text.names.front());
    text.repeatable = option.get_items_expected_max() > 1;
    text.required = option.get_required() || option.get_option_text() == needed;
    return text;
  }
  std::vector<std::string> others;
  for (const CLI::Option* other : option.get_excludes()) others.push_back(other->get_name());
  std::sort(others.begin(), others.end());
  if (!others.empty()) text.description += fmt::format(" (not with {})", fmt::join(others, ", "));
  for (const std::string& name : option.get_snames()) text.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) text.names.push_back("--" + name);
  if (option.get_items_expected_max() > 0) text.value = value;
  return text;
}

// --help for people.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
    return usage::help_text(command_text(*app), terminal_width());
  }
};

// What CLI11 accepts, and no verb means: an empty value, and numbers that are none. Real numbers
// are known by what their values are called in the help.
void check_values(CLI::App& command) {
  for (CLI::Option* option :
       command.get_options([](CLI::Option* o) { return !o->get_positional(); })) {
    if (option->get_items_expected_max() == 0) continue;
    option->check(not_empty());
    const std::string type = option->get_type_name();
    const std::string value = type.substr(0, type.find(':'));
    if (value == "FLOAT" || value == "S" || value == "X" || value == "P") option->check(finite());
  }
}

}  // namespace

usage::CommandText command_text(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  usage::CommandText text{.name = (parent ? parent->get_name() + " " : "") + app.get_name(),
                          .summary = app.get_description()};
  for (const CLI::Option* option : app.get_options())
    if (!option->get_group().empty())
      (option->get_positional() ? text.arguments : text.options).push_back(option_text(*option));
  std::istringstream footer(app.get_footer());
  for (std::string line; std::getline(footer, line);) text.examples.push_back(line);
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    text.verbs.push_back(command_text(*verb));
  return text;
}

void declare(CommandTable& table) {
  table.app.formatter(std::make_shared<HelpFormatter>());
  table.app.set_help_flag("-h,--help", "Print this help");
  table.app.set_version_flag("--version", std::string("Cardon ") + version_text,
                             "Print the version");
  table.app.footer("cardon run wave.yaml\nmpirun -n 4 cardon run wave.yaml");
  table.app.require_subcommand(1);
  for (const auto& verb : table.verbs) {
    CLI::App* command = table.app.add_subcommand(verb->name(), verb->summary());
    command->footer(fmt::format("{}", fmt::join(verb->examples(), "\n")));
    verb->declare(*command);
    check_values(*command);
    table.commands.push_back(command);
  }
}

}  // namespace cardon::cli

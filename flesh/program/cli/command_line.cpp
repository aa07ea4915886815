// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>

#include "base/suggest.hpp"

namespace cardon::cli {
namespace {

// CLI11 has no suggestions, so words that are not verbs are caught before it sees them.
void check_verb(const CommandTable& table, int argc, const char* const* argv) {
  std::vector<std::string> names;
  for (const auto& verb : table.verbs) names.push_back(verb->name());
  Problem problem{.slug = "cli/unknown-verb"};
  problem.help = fmt::format("verbs are {}; cardon --help", fmt::join(names, ", "));
  if (argc < 2) {
    problem.message = "no verb is given";
    throw Error(problem);
  }
  const std::string word = argv[1];
  if (word[0] == '-' || std::find(names.begin(), names.end(), word) != names.end()) return;
  problem.message = "there is no verb " + word;
  problem.hint = did_you_mean(word, names);
  throw Error(problem);
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// Words before the verb belong to the program.
const CLI::App* chosen_command(const CommandTable& table) {
  if (!table.app.remaining().empty()) return &table.app;
  for (const CLI::App* command : table.commands)
    if (command->parsed()) return command;
  return &table.app;
}

// What CLI11 refused, in our words.
[[noreturn]] void refuse_usage(const CommandTable& table, const CLI::ParseError& error) {
  const CLI::App* command = chosen_command(table);
  const std::string name = command == &table.app ? "cardon" : "cardon " + command->get_name();
  Problem problem{.slug = "cli/usage", .message = error.what(), .help = name + " --help"};
  const std::vector<std::string> unknown = command->remaining(true);
  if (!unknown.empty()) {
    const std::string& word = unknown.front();
    problem.message = word[0] == '-' ? fmt::format("{} has no option {}", name, word)
                                     : fmt::format("{} does not take '{}'", name, word);
    problem.hint = did_you_mean(word.substr(0, word.find('=')), option_names(*command));
  }
  throw Error(problem);
}

}  // namespace

Verb* chosen_verb(CommandTable& table, int argc, const char* const* argv) {
  check_verb(table, argc, argv);
  try {
    table.app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) refuse_usage(table, error);
    table.app.exit(error);  // prints what was wanted
    return nullptr;
  }
  for (std::size_t i = 0; i < table.verbs.size(); ++i)
    if (table.commands[i]->parsed()) return table.verbs[i].get();
  throw Bug("the command line was accepted but no verb was chosen");
}

}  // namespace cardon::cli

// SPDX-License-Identifier: Apache-2.0
// The program `cardon`: finds the verb, reports what goes wrong in the one format, returns the exit
// code.
#include <fmt/format.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/version.hpp>

#include "base/suggest.hpp"
#include "failure.hpp"
#include "machine/session.hpp"
#include "stack_limit.hpp"
#include "standard_descriptors.hpp"
#include "verb.hpp"

namespace cardon::cli {
namespace {

struct Program {
  CLI::App app{"Cardon: stencil codes from a parameter file", "cardon"};
  std::vector<std::unique_ptr<Verb>> verbs = all_verbs();
  std::vector<CLI::App*> commands;
};

void declare(Program& program) {
  program.app.set_version_flag("--version", std::string("Cardon ") + version_text);
  program.app.footer(
      "Run cardon VERB --help for details.\nExamples:\n  cardon run wave.yaml\n  mpirun -n 4 "
      "cardon run wave.yaml");
  program.app.require_subcommand(1);
  program.app.get_formatter()->label("SUBCOMMAND", "VERB");
  program.app.get_formatter()->label("Subcommands", "Verbs");
  for (const auto& verb : program.verbs) {
    CLI::App* command = program.app.add_subcommand(verb->name(), verb->summary());
    std::string footer = "Examples:";
    for (const std::string& example : verb->examples()) footer += "\n  " + example;
    command->footer(footer);
    verb->declare(*command);
    program.commands.push_back(command);
  }
}

// CLI11 has no suggestions, so words that are no verb are caught before it sees them.
void check_verb(const Program& program, int argc, char** argv) {
  std::vector<std::string> names;
  for (const auto& verb : program.verbs) names.push_back(verb->name());
  Problem problem{.slug = "cli/unknown-verb"};
  problem.help = fmt::format("verbs are {}; cardon --help", fmt::join(names, ", "));
  if (argc < 2) {
    problem.message = "say what to do";
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

const CLI::App* chosen_command(const Program& program) {
  for (const CLI::App* command : program.commands)
    if (command->parsed()) return command;
  return &program.app;
}

// What CLI11 refused, in our words.
[[noreturn]] void refuse_usage(const Program& program, const CLI::ParseError& error) {
  const CLI::App* command = chosen_command(program);
  const std::string name = command == &program.app ? "cardon" : "cardon " + command->get_name();
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

int parse_and_execute(Program& program, int argc, char** argv) {
  check_verb(program, argc, argv);
  try {
    program.app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.app.exit(error);
    refuse_usage(program, error);
  }
  for (std::size_t i = 0; i < program.verbs.size(); ++i)
    if (program.commands[i]->parsed())
      return launch_rank() == 0 || program.verbs[i]->runs_on_all_ranks()
                 ? program.verbs[i]->execute()
                 : exit_finished;
  throw Bug("the command line was accepted but no verb was chosen");
}

}  // namespace
}  // namespace cardon::cli

int main(int argc, char** argv) {
  cardon::cli::reserve_standard_descriptors();
  return cardon::cli::guarded([&] {
    cardon::cli::require_stack(argv);
    cardon::cli::Program program;
    cardon::cli::declare(program);
    return cardon::cli::parse_and_execute(program, argc, argv);
  });
}

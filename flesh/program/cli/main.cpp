// SPDX-License-Identifier: Apache-2.0
// The program `cardon`: finds the verb, reports what goes wrong in the one format, returns the exit
// code.
#include <cardon/thorn/error.hpp>

#include "command_line.hpp"
#include "failure.hpp"
#include "session/session.hpp"
#include "stack_limit.hpp"
#include "standard_descriptors.hpp"

namespace cardon::cli {
namespace {

bool starts_runs(const std::string& verb) {
  return verb == "run" || verb == "ensemble" || verb == "sweep" || verb == "converge";
}

int execute(int argc, char** argv) {
  CommandTable table;
  declare(table);
  Verb* verb = chosen_verb(table, argc, argv);
  if (!verb) return exit_finished;
  if (!starts_runs(verb->name())) say_that_nothing_runs();
  return launch_rank() == 0 || verb->runs_on_all_ranks() ? verb->execute() : exit_finished;
}

}  // namespace
}  // namespace cardon::cli

int main(int argc, char** argv) {
  cardon::cli::reserve_standard_descriptors();
  return cardon::cli::guarded([&] {
    cardon::cli::require_stack(argv);
    return cardon::cli::execute(argc, argv);
  });
}

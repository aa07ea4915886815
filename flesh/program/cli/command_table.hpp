// SPDX-License-Identifier: Apache-2.0
// The verbs as CLI11 knows them, and the same as text.
#pragma once
#include <CLI/CLI.hpp>
#include <memory>
#include <vector>

#include "usage/command_text.hpp"
#include "verb.hpp"

namespace cardon::cli {

struct CommandTable {
  CLI::App app{"Stencil codes from a parameter file", "cardon"};
  std::vector<std::unique_ptr<Verb>> verbs = all_verbs();
  std::vector<CLI::App*> commands;  ///< as verbs
};

/// Adds all verbs with their options. --help is printed for the width of the terminal.
void declare(CommandTable& table);

/// What --help, man pages and completion show.
usage::CommandText command_text(const CLI::App& app);

}  // namespace cardon::cli

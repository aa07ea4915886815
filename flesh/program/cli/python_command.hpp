// SPDX-License-Identifier: Apache-2.0
// Verbs that are written in Python: the program checks the command line, Python does the rest.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace cardon::cli {

/// Replaces this process by the verb of flesh/python/cardon/commands, with its options. Throws
/// Error "environment/python" (exit_environment) if there is no Python to start.
[[noreturn]] void become_python(const std::string& verb, nlohmann::json options);

/// The path of this program, for commands that start it.
std::string own_program();

}  // namespace cardon::cli

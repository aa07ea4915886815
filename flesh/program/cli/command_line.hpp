// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "command_table.hpp"

namespace cardon::cli {

/// The verb that the words of a command line choose, with its options set; null if all that was
/// wanted is the help or the version, which is printed. Throws Error cli/unknown-verb or cli/usage,
/// with the nearest name of what is not known. `table` must be declared.
Verb* chosen_verb(CommandTable& table, int argc, const char* const* argv);

}  // namespace cardon::cli

// SPDX-License-Identifier: Apache-2.0
// How the program ends when something goes wrong.
#pragma once
#include <cardon/thorn/error.hpp>
#include <functional>
#include <string>

namespace cardon::cli {

/// Problems that do not stop the verb, on stderr; `consequence` as in format_problems.
void complain(const std::vector<Problem>& problems, const std::string& consequence);

/// From now on, what is stopped is not called a run: the verb does not start any.
void say_that_nothing_runs();

/// Runs `action`. What it throws is printed on stderr, on rank 0 only where all ranks find the
/// same, and turned into the exit code: that of an Error; exit_environment for std::system_error;
/// exit_bug for a Bug and for any other exception. So is a standard output that could not be
/// written, exit_environment; only the exit code tells where the reader of a pipe has left.
int guarded(const std::function<int()>& action);

}  // namespace cardon::cli

// SPDX-License-Identifier: Apache-2.0
// Programs that Cardon starts.
#pragma once
#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace cardon {

/// Starts a program, searched as a shell does, with its words. The new process calls `prepare`,
/// which may use only what is safe after fork(), and gets the signal `at_parents_end` when the
/// thread that called this ends. Returns its number, or -errno if it could not be started.
pid_t start_program(const std::vector<std::string>& command, int at_parents_end,
                    const std::function<void()>& prepare);

}  // namespace cardon

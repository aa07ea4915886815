// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace cardon {

/// The words of a command as a shell takes them: quotes, and variables such as $HOME. Throws Error
/// (run/launch) for what is more than one command, or none.
std::vector<std::string> launch_words(const std::string& command);

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace cardon {

/// One word as a shell reads it back: in quotes if need be; what is not printable as $'\033', which
/// bash, zsh and ksh know. For commands in messages.
std::string shell_quoted(const std::string& word);

}  // namespace cardon

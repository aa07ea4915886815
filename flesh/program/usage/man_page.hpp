// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "usage/command_text.hpp"

namespace cardon::usage {

/// The manual page of a command in section 1, for man(1): groff's man macros, ASCII.
std::string man_page(const CommandText& command);

/// "cardon-run" of "cardon run": the name of its page.
std::string page_name(const CommandText& command);

}  // namespace cardon::usage

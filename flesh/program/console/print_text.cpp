// SPDX-License-Identifier: Apache-2.0
#include "console/print_text.hpp"

#include <fmt/format.h>

#include "base/printable.hpp"

namespace cardon {

void print_line(std::string_view text) { fmt::print("{}\n", printable(text)); }

void print_text(std::string_view text) { fmt::print("{}", printable_lines(text)); }

}  // namespace cardon

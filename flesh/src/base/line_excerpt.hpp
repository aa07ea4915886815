// SPDX-License-Identifier: Apache-2.0
// Location::text of lines so long that a copy for every place in them would cost too much memory.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace cardon {

/// The line itself, or of a long one "12345\n" and what lies around a column (counted from 1), from
/// byte 12345 on. No source line has a line end.
std::string line_excerpt(std::string_view line, int column);

/// What line_excerpt() made.
struct LinePart {
  std::size_t skipped = 0;  ///< bytes of the line before `text`
  std::string_view text;
};

LinePart split_excerpt(std::string_view excerpt);

}  // namespace cardon

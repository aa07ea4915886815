// SPDX-License-Identifier: Apache-2.0
#include "parameters/folder_of_text.hpp"

namespace cardon {

std::filesystem::path folder_of_text(const Location& where) {
  if (!where.known() || where.line == 0) return {};
  std::error_code ignored;
  const auto kind = std::filesystem::status(where.file, ignored).type();
  const bool is_pipe = kind == std::filesystem::file_type::fifo ||
                       kind == std::filesystem::file_type::character ||
                       kind == std::filesystem::file_type::socket;
  return is_pipe ? std::filesystem::path() : std::filesystem::path(where.file).parent_path();
}

}  // namespace cardon

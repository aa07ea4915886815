// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/error.hpp>
#include <filesystem>
#include <string>

namespace cardon {

/// Throws Error "output/unreadable" for a file that should be the part of `whole`: "a table".
[[noreturn]] inline void fail_to_read_part(const std::filesystem::path& file,
                                           const std::string& whole, const std::string& reason) {
  throw Error({.slug = "output/unreadable",
               .message = file.string() + " is not the part of " + whole + ", or it is damaged",
               .notes = {reason}},
              exit_environment);
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

#include "access.hpp"

namespace cardon {

inline constexpr const char* page_note_name = "page.json";

/// Where the page of a run is, and its tokens. Nobody but the user may read the file.
struct PageNote {
  std::string url;
  std::string token, steering_token;
  std::string fingerprint{};  ///< SHA-256 of the certificate; empty: without TLS
};

/// Throws Error environment/write.
void write_page_note(const std::filesystem::path& run_folder, const PageNote& note);
void remove_page_note(const std::filesystem::path& run_folder);

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/error.hpp>
#include <filesystem>
#include <optional>
#include <string>

namespace cardon {

/// How a run ended, as its summary.json tells.
struct RunEnd {
  std::string status;  ///< "finished", "stopped by health check", "stopped: SIGTERM"
  ExitCode code = exit_finished;
};

inline constexpr const char* summary_name = "summary.json";
/// The key of RunEnd::code there.
inline constexpr const char* run_end_key = "exit_code";

/// The exit code that a run has recorded at its end; nothing if it has not come to one. A launcher
/// may tell another one, as that of the last command of a pipe.
std::optional<int> recorded_exit_code(const std::filesystem::path& run_folder);

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/error.hpp>
#include <filesystem>

namespace cardon {

/// The folder that relative paths count from which stand at this place: that of the parameter
/// file, empty (the current one) for the command line, pipes and the like. The file need not be
/// seen on this host: another rank may have read it.
std::filesystem::path folder_of_text(const Location& where);

}  // namespace cardon

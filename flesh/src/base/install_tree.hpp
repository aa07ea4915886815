// SPDX-License-Identifier: Apache-2.0
// Where this copy of Cardon lies, in a build folder or installed.
#pragma once
#include <filesystem>

namespace cardon {

/// The folder of the library (or program) that holds the flesh; empty if the system does not tell.
std::filesystem::path library_folder();
/// share/cardon with documentation and parameter files; empty if it is not there.
std::filesystem::path share_folder();

}  // namespace cardon

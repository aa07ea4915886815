// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/error.hpp>
#include <string>
#include <variant>

namespace cardon {

/// The bytes of a parameter file, or the problem "parameter/file" that says why they cannot be
/// read. A pipe works as well, but only once: its bytes are gone when they have been read.
std::variant<std::string, Problem> read_parameter_file(const std::string& path);

}  // namespace cardon

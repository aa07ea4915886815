// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/program.hpp>
#include <string>
#include <vector>

namespace cardon {

/// What a task reads or writes, as a person would say it: "phi [1]", "past(phi)", "rhs(B)". All
/// components of a vector or tensor that are used alike are one entry, radii of 0 are left out.
std::vector<std::string> read_texts(const Program& program, const Task& task);
std::vector<std::string> write_texts(const Program& program, const Task& task);

}  // namespace cardon

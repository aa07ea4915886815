// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/machine.hpp>
#include <cardon/services/program.hpp>
#include <string>
#include <vector>

namespace cardon {

/// What scalars that tasks read cost in a step, for people: how often all ranks wait for each
/// other, and how long at least where latencies of links are known. No lines where no task reads
/// one.
std::vector<std::string> scalar_wait_lines(const Program& program, const Machine& machine);

}  // namespace cardon

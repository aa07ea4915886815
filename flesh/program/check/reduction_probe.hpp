// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/program.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Those of the scalars (full names) that the task combines no value into when it is called for all
/// points of its region at once, with several values and times. Nothing if it throws. Kokkos must
/// be initialised.
std::vector<std::string> never_reduced(const Program& program, const ParameterSet& parameters,
                                       const Task& task, std::vector<std::string> scalars);

}  // namespace cardon

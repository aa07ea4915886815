// SPDX-License-Identifier: Apache-2.0
// What a parameter of a run is called.
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <string>
#include <string_view>

namespace cardon {

/// The name as in messages; of a section that the run has several times with the index that
/// key=value takes: "output.slices[1].every" is that of the second entry.
std::string qualified_name(const ParameterSet& parameters, std::string_view path, int instance,
                           std::string_view name);

}  // namespace cardon

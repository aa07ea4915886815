// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/output.hpp>
#include <functional>
#include <string>

namespace cardon {

class SectionValues;

/// What an output of which there may be several is called in file names: `name_of` its values, such
/// as "xy"; "xy-2" for the second entry of that name in the parameter file.
std::string numbered_name(const OutputSetup& setup,
                          const std::function<std::string(const SectionValues&)>& name_of);

}  // namespace cardon

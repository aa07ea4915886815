// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/section_values.hpp>
#include <string_view>

namespace cardon {

/// Whether the user gives a parameter another value than its default. resolved.yaml gives all
/// parameters, so to be given is not yet a wish. Trees and intervals that are given always count as
/// changed. Throws Bug if the section does not declare the parameter.
bool is_changed(const SectionValues& section, std::string_view name);

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
// The registry as documentation.
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <string>

namespace cardon {

/// A section as plain text for the terminal; with values, also what each parameter is in this run
/// and why.
std::string describe_section(const ParameterSection& section,
                             const SectionValues* values = nullptr);
/// One parameter as plain text.
std::string describe_parameter(const ParameterSection& section,
                               const ParameterDeclaration& parameter,
                               const SectionValues* values = nullptr);
/// A section as a Markdown heading and table.
std::string markdown_section(const ParameterSection& section);
/// The JSON Schema of all parameter files that the registry accepts, for editors.
std::string json_schema(const ParameterRegistry& registry);

}  // namespace cardon

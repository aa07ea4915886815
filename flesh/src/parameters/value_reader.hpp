// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_value.hpp>
#include <cardon/thorn/parameter_declaration.hpp>
#include <string>

namespace cardon {

/// The value of a parameter from a node. Throws Error with every problem found in it. `name` is the
/// qualified name.
AnyValue read_value(const Node& node, const ParameterDeclaration& declaration,
                    const std::string& name);

}  // namespace cardon

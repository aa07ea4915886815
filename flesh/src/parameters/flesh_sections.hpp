// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_registry.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Services that runs use which name none: those that declare themselves the standard ones of their
/// roles. Empty: there is none.
struct StandardServices {
  std::string integrator, tuner;
  std::vector<std::string> tuners{};  // all of them
};

/// The sections that belong to no thorn, with these defaults.
void add_flesh_sections(ParameterRegistry& registry, const StandardServices& standard);

}  // namespace cardon

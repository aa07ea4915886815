// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <string>
#include <utility>
#include <vector>

namespace cardon {

/// A section that looks like that of a thorn, or of the service Writer.
inline ParameterSection section(std::string path, std::vector<ParameterDeclaration> parameters,
                                SectionUse use = SectionUse::always) {
  ParameterSection s;
  s.path = std::move(path);
  s.description = "Section " + s.path;
  s.provider = s.is_thorn() ? s.path : "Writer";
  s.parameters = std::move(parameters);
  s.use = use;
  return s;
}

}  // namespace cardon

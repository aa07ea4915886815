// SPDX-License-Identifier: Apache-2.0
#include "parameters/qualified_name.hpp"

#include <fmt/format.h>

namespace cardon {

std::string qualified_name(const ParameterSet& parameters, std::string_view path, int instance,
                           std::string_view name) {
  if (parameters.instances(path).size() < 2)
    return parameters.registry().find(path)->qualified(name);
  return fmt::format("{}[{}].{}", path, instance, name);
}

}  // namespace cardon

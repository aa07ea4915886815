// SPDX-License-Identifier: Apache-2.0
#include <cardon/kit/numbered_name.hpp>
#include <cardon/services/parameter_set.hpp>

namespace cardon {

std::string numbered_name(const OutputSetup& setup,
                          const std::function<std::string(const SectionValues&)>& name_of) {
  const auto name = [&](int n) { return name_of(setup.parameters->section(setup.section, n)); };
  std::string own = name(setup.instance);
  int number = 1;
  for (int n = 0; n < setup.instance; ++n) number += name(n) == own ? 1 : 0;
  return number > 1 ? own + "-" + std::to_string(number) : own;
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "startup/changed_parameter.hpp"

#include <concepts>
#include <variant>

namespace cardon {

bool is_changed(const SectionValues& section, std::string_view name) {
  if (!section.given(name)) return false;
  const SectionValues defaults(section.section());
  const AnyValue& now = section.at(name).value;
  const AnyValue& before = defaults.at(name).value;
  if (now.index() != before.index()) return true;
  return std::visit(
      [&before]<class T>(const T& value) {
        if constexpr (std::equality_comparable<T>) return value != std::get<T>(before);
        return true;
      },
      now);
}

}  // namespace cardon

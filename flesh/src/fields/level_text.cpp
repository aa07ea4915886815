// SPDX-License-Identifier: Apache-2.0
#include "fields/level_text.hpp"

#include <fmt/format.h>

#include <cardon/thorn/field.hpp>

namespace cardon {

std::string level_text(std::string_view name, int level) {
  if (level == FieldRef::next_level) return fmt::format("next({})", name);
  if (level == FieldRef::rhs_level) return fmt::format("rhs({})", name);
  if (level == 1) return fmt::format("past({})", name);
  if (level > 1) return fmt::format("past({}, {})", name, level);
  return std::string(name);
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "schedule/texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/thorn/field.hpp>

namespace cardon {

const char* bin_name(Bin bin) {
  switch (bin) {
    case Bin::initial:
      return "Initial";
    case Bin::pre_step:
      return "PreStep";
    case Bin::evolve:
      return "Evolve";
    case Bin::evolve_rhs:
      return "EvolveRhs";
    case Bin::implicit:
      return "Implicit";
    case Bin::post_step:
      return "PostStep";
    case Bin::terminate:
      return "Terminate";
    case Bin::analysis:
      break;
  }
  return "Analysis";
}

std::string declared_text(const Binding& binding) {
  return level_text(binding.declared, binding.declared_level);
}

std::string radius_text(const Index3& radius, int dimensions) {
  const auto end = radius.begin() + std::clamp(dimensions, 1, 3);
  if (std::all_of(radius.begin(), end, [&](int r) { return r == radius[0]; }))
    return std::to_string(radius[0]);
  return fmt::format("{}", fmt::join(radius.begin(), end, ", "));
}

bool is_stencil(const Index3& radius) { return radius != Index3{0, 0, 0}; }

std::string joined(const std::vector<std::string>& items) {
  if (items.size() < 2) return items.empty() ? "" : items[0];
  return fmt::format("{} and {}", fmt::join(items.begin(), items.end() - 1, ", "), items.back());
}

std::string face_name(int direction, int side) {
  return std::string(1, "xyz"[direction]) + (side == 0 ? "-" : "+");
}

}  // namespace cardon

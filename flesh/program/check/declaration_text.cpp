// SPDX-License-Identifier: Apache-2.0
#include "check/declaration_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/thorn/field.hpp>

#include "fields/level_text.hpp"

namespace cardon {
namespace {

/// The parameter of a C++ task: Read<phi>, Read<past<phi, 2>, 1>, Read<phi, 2, 1, 0>. Empty for a
/// field of another thorn, which has a name of the author's.
std::string signature_text(const TaskFindings& f, const Binding& b, const Index3& radius) {
  std::string field = declaration_text(f, b);
  if (field.find("::") != std::string::npos) return "";
  std::replace(field.begin(), field.end(), '(', '<');
  std::replace(field.begin(), field.end(), ')', '>');
  const auto end = radius.begin() + f.program->grid.dimensions;
  const int largest = *std::max_element(radius.begin(), end);
  const bool equal = std::count(radius.begin(), end, largest) == f.program->grid.dimensions;
  if (largest == 0) return fmt::format("Read<{}>", field);
  if (equal) return fmt::format("Read<{}, {}>", field, largest);
  return fmt::format("Read<{}, {}, {}, {}>", field, radius[0], radius[1], radius[2]);
}

}  // namespace

std::string field_text(const Binding& b) { return level_text(b.declared, b.declared_level); }

std::string group_name(const TaskFindings& f, const Binding& b) {
  const std::string& group = f.program->fields[std::size_t(b.field)].group;
  const std::size_t colons = b.declared.rfind("::");
  const std::size_t start = colons == std::string::npos ? 0 : colons + 2;
  const bool component = !group.empty() && b.declared.substr(start).starts_with(group + "_");
  return component ? b.declared.substr(0, start) + group : b.declared;
}

std::string declaration_text(const TaskFindings& f, const Binding& b) {
  const std::string name = group_name(f, b);
  if (name.find("::") != std::string::npos) return fmt::format("uses(\"{}\")", name);
  return level_text(name, b.declared_level);
}

std::string stencil_text(const Index3& r, int dimensions) {
  const auto end = r.begin() + dimensions;
  const int largest = *std::max_element(r.begin(), end);
  if (largest == 0) return "";
  if (std::count(r.begin(), end, largest) == dimensions) return fmt::format("stencil({})", largest);
  return fmt::format("stencil({}, {}, {})", r[0], r[1], r[2]);
}

std::string reads_text(const TaskFindings& f, const SlotFindings& s, const Index3& radius) {
  const std::string reach = stencil_text(radius, f.program->grid.dimensions);
  const std::string in_cpp = signature_text(f, *s.binding, radius);
  return fmt::format("reads({}{}{}){}{}", declaration_text(f, *s.binding),
                     reach.empty() ? "" : ", ", reach, in_cpp.empty() ? "" : ", in C++ ", in_cpp);
}

}  // namespace cardon

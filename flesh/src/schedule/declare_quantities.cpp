// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "schedule/passes.hpp"

namespace cardon {
namespace {

void declare_scalar(Draft& draft, const ThornDeclaration& thorn, const ScalarDeclaration& scalar) {
  const bool taken = std::any_of(
      draft.scalars.begin(), draft.scalars.end(),
      [&](const ScalarInfo& s) { return s.thorn == thorn.name && s.name == scalar.name; });
  if (taken) {
    draft.report({.slug = "schedule/duplicate-scalar",
                  .message = fmt::format("{} declares scalar {} twice", thorn.name, scalar.name),
                  .help = "give one of them another name"});
    return;
  }
  ScalarInfo& info = draft.scalars.emplace_back();
  info.id = static_cast<int>(draft.scalars.size()) - 1;
  info.name = scalar.name;
  info.thorn = thorn.name;
  info.description = scalar.description;
  info.unit = scalar.unit;
  info.kind = scalar.kind;
}

}  // namespace

void declare_quantities(Draft& draft) {
  draft.fields = FieldTable(draft.input.thorns, draft.problems);
  for (const ThornDeclaration* thorn : draft.input.thorns) {
    for (const ScalarDeclaration& scalar : thorn->scalars) declare_scalar(draft, *thorn, scalar);
  }
}

}  // namespace cardon

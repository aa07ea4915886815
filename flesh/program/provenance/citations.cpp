// SPDX-License-Identifier: Apache-2.0
#include "provenance/citations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cardon {

nlohmann::ordered_json citations_json(const std::vector<ThornDeclaration>& thorns) {
  auto json = nlohmann::ordered_json::object();
  for (const ThornDeclaration& thorn : thorns)
    if (!thorn.authors.empty() || !thorn.citations.empty())
      json[thorn.name] = {{"authors", thorn.authors}, {"works", thorn.citations}};
  return json;
}

std::string citations_text(const std::vector<ThornDeclaration>& thorns) {
  std::string text;
  for (const ThornDeclaration& thorn : thorns) {
    if (thorn.authors.empty() && thorn.citations.empty()) continue;
    text += fmt::format("\n{}: {}\n", thorn.name, thorn.summary);
    if (!thorn.authors.empty()) text += fmt::format("  by {}\n", fmt::join(thorn.authors, ", "));
    for (const std::string& work : thorn.citations) text += fmt::format("  {}\n", work);
  }
  return text.empty() ? text : "Please cite what this run is based on.\n" + text;
}

}  // namespace cardon

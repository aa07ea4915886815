// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cardon/plan/operation.hpp>
#include <vector>

namespace cardon::plan {

/// Whether two exchanges consist of the same messages, so that what is prepared for one serves the
/// other. What is needed on other links matters between the blocks of a site only: both ends of a
/// wide link must decide alike, and they have different other links.
inline bool same_exchange(int link, const std::vector<SlotDepth>& fields, int other_link,
                          const std::vector<SlotDepth>& other_fields) {
  if (link != other_link) return false;
  if (link == 0) return fields == other_fields;
  return std::equal(
      fields.begin(), fields.end(), other_fields.begin(), other_fields.end(),
      [](const auto& a, const auto& b) { return a.slot == b.slot && a.depth == b.depth; });
}

}  // namespace cardon::plan

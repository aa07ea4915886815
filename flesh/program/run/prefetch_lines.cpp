// SPDX-License-Identifier: Apache-2.0
#include "run/prefetch_lines.hpp"

#include <fmt/format.h>

namespace cardon {

std::vector<PrefetchFacts::Choice> prefetching_of(Driver& driver) {
  const auto* facts = offered_by<PrefetchFacts>(driver);
  return facts != nullptr ? facts->prefetching() : std::vector<PrefetchFacts::Choice>{};
}

std::string prefetch_text(const std::vector<PrefetchFacts::Choice>& tasks) {
  std::string text;
  for (const PrefetchFacts::Choice& task : tasks)
    if (task.gain > 0)
      text += fmt::format("{}{} for {} ({:.2f} times as fast as without)",
                          text.empty() ? "prefetch: " : ", ", task.on ? "on" : "off", task.name,
                          task.gain);
  return text;
}

}  // namespace cardon

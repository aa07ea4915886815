// SPDX-License-Identifier: Apache-2.0
#include "output/lossy_links.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cardon {

std::string losses_text(const std::vector<LinkTimings>& links) {
  std::vector<std::string> parts;
  for (const LinkTimings& link : links)
    if (!link.lossless) parts.push_back(fmt::format("{} on link {}", link.codec, link.name));
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "session/ranks_of_process.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/host_names.hpp"

namespace cardon {

int ranks_of_process(Transport& transport) {
  const std::string mine = fmt::format("{} {}", host_name(), getpid());
  return int(std::ranges::count(gather_text(mine, transport), mine));
}

}  // namespace cardon

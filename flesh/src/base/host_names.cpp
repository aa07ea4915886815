// SPDX-License-Identifier: Apache-2.0
#include "base/host_names.hpp"

#include <unistd.h>

namespace cardon {

std::string host_name() {
  char name[256] = {};
  gethostname(name, sizeof(name) - 1);
  return name;
}

std::vector<std::string> gather_text(const std::string& mine, Transport& transport) {
  const auto* first = reinterpret_cast<const std::byte*>(mine.data());
  std::vector<std::string> all;
  for (const auto& bytes : transport.all_gather({first, mine.size()}))
    all.emplace_back(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return all;
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cardon/kit/hosts_of_ranks.hpp>
#include <cstring>
#include <span>

namespace cardon {

bool HostsOfRanks::is_first(int rank) const {
  const auto mine = number.begin() + rank;
  return std::find(number.begin(), mine, *mine) == mine;
}

HostsOfRanks hosts_of_ranks(Transport& transport) {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  HostsOfRanks hosts;
  for (const auto& theirs :
       transport.all_gather(std::as_bytes(std::span(name.data(), std::strlen(name.data()))))) {
    const std::string host(reinterpret_cast<const char*>(theirs.data()), theirs.size());
    const auto known = std::find(hosts.names.begin(), hosts.names.end(), host);
    hosts.number.push_back(int(known - hosts.names.begin()));
    if (known == hosts.names.end()) hosts.names.push_back(host);
  }
  return hosts;
}

}  // namespace cardon

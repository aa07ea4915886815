// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Which ranks run on one computer.
struct HostsOfRanks {
  std::vector<int> number;         ///< of its host, by rank; hosts count from 0 in order of ranks
  std::vector<std::string> names;  ///< by number of the host

  /// Whether the rank is the lowest one of its host.
  bool is_first(int rank) const;
};

/// Collective.
HostsOfRanks hosts_of_ranks(Transport& transport);

}  // namespace cardon

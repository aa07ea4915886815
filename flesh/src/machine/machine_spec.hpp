// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/machine.hpp>
#include <string>
#include <vector>

namespace cardon {

/// What the user says of the machine. It becomes a Machine when the ranks are known.
struct MachineSpec {
  struct SiteEntry {
    std::string name;
    int ranks = 0;                   ///< 0: by hosts
    std::vector<std::string> hosts;  ///< names or patterns with *; empty: by ranks
    Real speed = 0;                  ///< 0: not given
    std::vector<int> topology;
    Location where;
  };
  enum class Discovery { none, hosts, latency };

  bool given = false;  ///< there is a section `machine`
  std::vector<SiteEntry> sites;
  std::vector<SiteLink> links;
  Discovery discovery = Discovery::latency;  ///< how sites are found where none are listed
  Real threshold = 1e-3;  ///< of latency, in s: hosts that are nearer belong to one site
  int axis = -1;
  Emulation emulation;
  std::string source;
  Location where;

  bool by_ranks() const { return !sites.empty() && sites.front().ranks > 0; }
  /// Of all sites; 0 where they go by hosts.
  int ranks() const;
};

}  // namespace cardon

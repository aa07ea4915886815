// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/machine.hpp>
#include <cardon/services/transport.hpp>
#include <cardon/services/transport_facts.hpp>
#include <string>
#include <utility>
#include <vector>

namespace cardon {

/// What `cardon probe` finds out; the same on all ranks.
struct MachineReport {
  struct Host {
    std::string name;
    std::vector<int> ranks;
    int cores = 0;
    int gpus = 0;  ///< NVIDIA devices that the system shows
  };
  /// Between two sites or two ranks: one way, and the slower of both directions.
  struct Pair {
    int a = 0, b = 0;
    Real latency = 0, bandwidth = 0;  ///< in s and byte/s
  };

  int ranks = 1;
  std::string transport;
  std::vector<Host> hosts;
  Machine machine;               ///< sites as found, links between neighbours as measured
  std::vector<Pair> site_pairs;  ///< by index of site; all of a few sites, else neighbours
  std::vector<Pair> rank_pairs;  ///< of the same site, if there are few ranks
  std::vector<TransportFacts::Setting> settings;  ///< of the transport's library
  std::vector<TransportFacts::Setting> system;    ///< of the system of rank 0, about TCP

  /// As a machine file.
  std::string yaml() const;
};

/// Measures; hosts with less than `threshold` (in s) between them are one site. `facts` may be
/// null. Collective; takes seconds where links are slow.
MachineReport probe_machine(Transport& transport, const TransportFacts* facts, Real threshold);

}  // namespace cardon

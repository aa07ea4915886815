// SPDX-License-Identifier: Apache-2.0
// The machine of a run: sites, the links between them, and which rank belongs where.
#pragma once
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/types.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Ranks with cheap links between them.
struct Site {
  std::string name;                ///< as in the section `machine`
  std::vector<int> ranks;          ///< in ascending order; every rank belongs to one site
  Real speed = 0;                  ///< of each of its ranks, relative to the others; 0: not given
  std::vector<int> topology;       ///< ranks in x, y, z; empty: not given
  std::vector<std::string> hosts;  ///< where known
};

/// The slow link between two sites that are neighbours in the chain of sites. Figures are 0 where
/// they are not known; they serve predictions and emulation, a run needs none of them.
struct SiteLink {
  std::string name;       ///< "a-b", the sites in the order of the list
  int sites[2] = {0, 0};  ///< indices into Machine::sites
  Real latency = 0;       ///< one way, in s
  Real bandwidth = 0;     ///< in byte/s
  Real packing = 0;       ///< cost of preparing a byte for this link, in point updates of its rank
};

/// Change of the figures of an emulated link at some time.
struct LinkChange {
  Real after = 0;     ///< s since the run began
  int link = 0;       ///< index into Machine::links
  Real latency = 0,   ///< s; negative: as before
      bandwidth = 0;  ///< byte/s; negative: as before
};

/// How a slow machine is imitated on a fast one.
struct Emulation {
  bool active = false;  ///< whether anything is emulated
  bool naive = false;   ///< every send waits for latency and transfer, as in the founding paper
  Real jitter = 0;      ///< largest random delay added to each message, in s
  std::vector<LinkChange> changes;  ///< in the order of time
};

/// Sites form a chain along one axis of the grid in the order in which they are listed; on a
/// periodic axis the chain is a ring. One site, no link: an ordinary cluster or computer.
struct Machine {
  std::vector<Site> sites;      ///< in the order of the chain; at least one
  std::vector<SiteLink> links;  ///< between neighbours, as far as they are described
  int axis = -1;                ///< 0, 1, 2; -1: the longest direction of the grid
  Emulation emulation;          ///< of slow links
  std::string source;           ///< how it is known, for people: a file, "host names", "latency"
  Location where;               ///< of the section `machine`, if given

  /// Index into sites.
  int site_of_rank(int rank) const {
    for (std::size_t s = 0; s < sites.size(); ++s)
      for (const int r : sites[s].ranks)
        if (r == rank) return int(s);
    throw Bug("a rank belongs to no site");
  }
  /// The link between two sites; null: none is described.
  const SiteLink* link(int a, int b) const {
    for (const SiteLink& l : links)
      if ((l.sites[0] == a && l.sites[1] == b) || (l.sites[0] == b && l.sites[1] == a)) return &l;
    return nullptr;
  }
};

}  // namespace cardon

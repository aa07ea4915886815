// SPDX-License-Identifier: Apache-2.0
// The ranks of a sample run as several sites.
#pragma once
#include "collective/site_transport.hpp"
#include "sample_fields.hpp"

namespace cardon {

/// Sites "a", "b", ... with about as many ranks each, a chain along the last direction of the grid.
class SampleSites {
 public:
  /// `shared`: all sites see the folder of the first one.
  SampleSites(Transport& all, int count, bool shared = true)
      : count_(count),
        ranks_(all.size()),
        shared_(shared),
        own_(site_of(all.rank())),
        transport_(all, ranks_of(own_)) {}

  void describe(OutputSetup& setup) {
    setup.sites = {{}, own_, {}, &transport_};
    for (int site = 0; site < count_; ++site) {
      setup.sites.names.emplace_back(1, char('a' + site));
      setup.sites.shared.push_back(shared_ || site == 0);
    }
  }
  void describe(Snapshot& snapshot) const {
    const int d = snapshot.grid->dimensions - 1, n = snapshot.grid->points[d];
    snapshot.sites.clear();
    for (int site = 0; site < count_; ++site) {
      const std::vector<int> ranks = ranks_of(site);
      Box box = snapshot.grid->domain();
      box.lo[d] = n * ranks.front() / ranks_;
      box.hi[d] = n * (ranks.back() + 1) / ranks_;
      snapshot.sites.push_back(box);
    }
  }
  int own() const { return own_; }
  Transport& transport() { return transport_; }

 private:
  int site_of(int rank) const {
    int site = 0;
    while (rank >= ranks_ * (site + 1) / count_) ++site;
    return site;
  }
  std::vector<int> ranks_of(int site) const {
    std::vector<int> ranks;
    for (int rank = 0; rank < ranks_; ++rank)
      if (site_of(rank) == site) ranks.push_back(rank);
    return ranks;
  }
  int count_, ranks_;
  bool shared_;
  int own_;
  SiteTransport transport_;
};

}  // namespace cardon

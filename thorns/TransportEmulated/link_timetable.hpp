// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/machine.hpp>
#include <vector>

#include "clock.hpp"
#include "link_speed.hpp"

namespace cardon {

/// Figures of links that change at given times.
class LinkTimetable {
 public:
  /// Throws what link_speeds throws.
  explicit LinkTimetable(const Machine& machine);

  bool changes() const { return epochs_.size() > 1; }
  /// Pairs of sites, in the order of link_speeds().
  std::size_t pairs() const { return epochs_.front().figures.size(); }
  /// So long after the beginning.
  const LinkSpeed& at(Nanoseconds since_begin, std::size_t pair) const;
  /// The smallest latency above 0 that ever holds; 0: none.
  Nanoseconds min_latency() const;

 private:
  struct Epoch {
    Nanoseconds begin;
    std::vector<LinkSpeed> figures;
  };
  std::vector<Epoch> epochs_;  // in the order of time, the first at 0
};

}  // namespace cardon

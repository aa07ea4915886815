// SPDX-License-Identifier: Apache-2.0
#include "link_timetable.hpp"

#include <algorithm>
#include <cmath>

namespace cardon {

LinkTimetable::LinkTimetable(const Machine& machine) : epochs_{{0, link_speeds(machine)}} {
  Machine later = machine;
  for (const LinkChange& change : machine.emulation.changes) {
    SiteLink& link = later.links.at(std::size_t(change.link));
    if (change.latency >= 0) link.latency = change.latency;
    if (change.bandwidth >= 0) link.bandwidth = change.bandwidth;
    // Routes over several links may change too.
    epochs_.push_back({std::llround(change.after * nanoseconds_per_second), link_speeds(later)});
  }
}

const LinkSpeed& LinkTimetable::at(Nanoseconds since_begin, std::size_t pair) const {
  auto next = std::find_if(epochs_.begin() + 1, epochs_.end(),
                           [&](const Epoch& epoch) { return epoch.begin > since_begin; });
  return std::prev(next)->figures.at(pair);
}

Nanoseconds LinkTimetable::min_latency() const {
  Nanoseconds min_latency = 0;
  for (const Epoch& epoch : epochs_)
    for (const LinkSpeed& link : epoch.figures)
      if (link.latency > 0)
        min_latency = min_latency == 0 ? link.latency : std::min(min_latency, link.latency);
  return min_latency;
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/tiles/timed_ghost_search.hpp>
#include <cardon/services/timings.hpp>
#include <cstring>
#include <span>

namespace cardon {
namespace {

double largest(double mine, Transport& transport) {
  double max_value = mine;
  for (const auto& bytes : transport.all_gather(std::as_bytes(std::span(&mine, 1)))) {
    double theirs = 0;
    std::memcpy(&theirs, bytes.data(), sizeof theirs);
    max_value = std::max(max_value, theirs);
  }
  return max_value;
}

}  // namespace

void TimedGhostSearch::begin_with(const GhostDepths& depths) {
  search_ = DepthSearch();
  depths_ = depths;
  depth_ = depths.min;
}

TileSettings TimedGhostSearch::while_timed(TileSettings settings) const {
  if (!search_.over() && search_.way().steps > 0) settings.mode = TileSettings::Mode::always;
  return settings;
}

// Ranks that wait for messages of this one take no part in a gathering.
GhostSearch::Next TimedGhostSearch::begin_search(long steps_left, long steps_taken) {
  settle();
  search_ = DepthSearch();
  const DepthWay shallowest{0, depths_.min};
  const bool other = depth_ != depths_.min;
  if (depths_.max > depths_.min && !(largest(may_tile() ? 0 : 1, searched().transport) > 0))
    search_ = DepthSearch(
        shallowest,
        [this](const DepthWay& last) {
          const Searched now = searched();
          return next_ghost_way(now.program, now.layout, depths_, last);
        },
        steps_left, steps_taken);
  if (other) use(shallowest);
  cycle_start_ = seconds_now();
  return {search_.steps(), other};
}

GhostSearch::Next TimedGhostSearch::continue_search() {
  settle();
  const double now = seconds_now();
  bool other = false;
  if (search_.took(now - cycle_start_)) {
    const int before = search_.way().steps;
    search_.agree(largest(search_.seconds(), searched().transport));
    other = search_.over() || search_.way().steps != before;
    if (other) use(search_.way());
  }
  cycle_start_ = seconds_now();
  return {search_.steps(), other};
}

// A search that is over has begun with the shallowest layers, or ended with the best.
void TimedGhostSearch::use(const DepthWay& way) {
  depth_ = way.depth;
  follow_depth();
}

}  // namespace cardon

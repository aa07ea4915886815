// SPDX-License-Identifier: Apache-2.0
#include "run/run_progress.hpp"

#include <algorithm>
#include <cardon/kit/tuning/rank_report.hpp>

#include "loop/simulation.hpp"
#include "run/link_figures.hpp"

namespace cardon {

Progress progress_of(const Grid& grid, Simulation& simulation, double seconds) {
  const Timings& t = simulation.driver().timings();
  Progress p;
  p.iteration = simulation.iteration();
  p.last_iteration = simulation.last_iteration();
  p.first_iteration = simulation.first_iteration();
  p.time = simulation.step_clock().time();
  p.dt = simulation.step_clock().dt();
  p.time_unit = grid.after_time();
  p.seconds = seconds;
  const double evolution = simulation.clock().evolution;
  if (evolution > 0) {
    p.points_per_second = double(grid.domain().points()) *
                          double(p.iteration - simulation.first_iteration()) / evolution;
    for (const LinkTimings& l : t.links) p.exchange_share += exchange_seconds(l) / evolution;
  }
  const LinkTimings links = taken_together(t.links);
  p.ghost_depth = links.depth;
  if (links.flight > 0) p.hidden = std::clamp(1 - links.exposed / links.flight, 0.0, 1.0);
  if (t.links.size() > 1 && links.bytes_sent > 0)
    p.ratio = double(links.bytes_raw) / double(links.bytes_sent);
  return p;
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
// How many workers one port can serve, after G. Costa, "Automatic dynamic tuning of
// parallel/distributed applications on computational grids" (Universitat Autonoma de Barcelona,
// 2009), section 3.2.
#pragma once
#include <span>
#include <vector>

namespace cardon {

/// Workers that are alike and get their grains over the same port.
struct WorkerGroup {
  int workers = 0;
  double compute = 0;   ///< s that a worker takes for a grain
  double port = 0;      ///< s for which a grain keeps the port: the longer one of both directions
  double own_port = 0;  ///< the same for the port of a communication manager of their own
  double latency = 0;   ///< s, one way, for which ports are free again
  bool shares = false;  ///< a manager divides each grain among all of them

  /// Workers of such a group that both ports can serve (eq. 3: N_opt); infinite if grains are free.
  double knee() const;
  /// Whether workers that have one grain waiting run dry before the next one arrives.
  bool starves() const {
    return compute < (shares ? workers : 1) * (2 * latency + port + own_port);
  }
};

/// The share of its time for which the busiest port is busy if all workers always have work: at
/// most 1 where all can be served. A slow worker needs the port less often.
double port_load(std::span<const WorkerGroup> groups);

/// How many workers of each group the port can serve, the groups served in their order; `tolerance`
/// of one worker counts as a whole one.
std::vector<int> served_workers(std::span<const WorkerGroup> groups, double tolerance = 0.02);

}  // namespace cardon

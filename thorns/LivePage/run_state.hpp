// SPDX-License-Identifier: Apache-2.0
// What the live page shows of a running simulation, as plain data.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cardon {

/// A link as rank 0 sees it. Link 0 is the one between the blocks of a site.
struct LinkState {
  std::string name, codec = "none";
  bool lossless = true;
  int depth = 0;  ///< ghost layers
  long exchanges = 0, messages = 0, bytes_raw = 0, bytes_sent = 0;
  double exposed = 0;  ///< s in which rank 0 computed nothing while messages were on the way
  std::optional<double> hidden;  ///< 1 - exposed / flight; none: no exchange yet
  double latency = 0;            ///< s, one way; 0: not known
  double bandwidth = 0;          ///< byte/s; 0: not known
};

struct SiteState {
  std::string name;
  int ranks = 0;
};

/// One row of the closing table as it stands.
struct ActivityState {
  std::string name;
  std::optional<long> calls;
  double seconds = 0;
};

/// What a rank has reported last. Seconds since the start of the run.
struct RankState {
  double compute = 0, exchange = 0;
  double recent = 0;  ///< of compute: since the report before
  long owned_points = 0;
};

/// Where a run stands.
struct RunState {
  std::string title, folder;
  std::string phase = "running";  ///< "starting", "running", "paused", "stopping", "ended"
  std::string stop;               ///< why it stops before its last step; empty: it does not
  long iteration = 0, first_iteration = 0, last_iteration = 0;
  double time = 0, dt = 0;           ///< s, simulated
  std::optional<double> stop_time;   ///< simulated; none: iterations decide
  std::string time_unit = "s";       ///< of simulated times; empty: none
  double seconds = 0;                ///< wall-clock time since the first step
  std::optional<double> wall_limit;  ///< s
  double done = 0;                   ///< fraction, from 0 to 1
  std::optional<double> left;        ///< s of wall-clock time at the pace of the last minute
  long points = 0;                   ///< of the grid
  double step_seconds = 0;           ///< wall-clock time per step over the last minute
  std::vector<SiteState> sites;
  std::vector<LinkState> links;
  std::vector<ActivityState> activities;  ///< of rank 0
  std::vector<RankState> ranks;           ///< in their order; empty: none has reported yet
};

}  // namespace cardon

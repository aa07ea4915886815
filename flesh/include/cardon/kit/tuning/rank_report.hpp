// SPDX-License-Identifier: Apache-2.0
// What each rank measured, on every rank.
#pragma once
#include <cardon/services/timings.hpp>
#include <cardon/services/transport.hpp>
#include <vector>

namespace cardon {

/// Timings since a baseline.
Timings difference(const Timings& now, const Timings& baseline);

/// The timings of all ranks, in the order of ranks. Collective.
std::vector<Timings> gather_timings(const Timings& mine, Transport& transport);

/// E = t_ideal / t_elapsed with t_ideal = W / sum of the ranks' speeds: W the needed point updates
/// of all ranks, a rank's speed the points it computed per second of computing. 0 if nothing was
/// computed.
double efficiency(const std::vector<Timings>& ranks, double elapsed);

/// t_comp of the founding paper (Allen and others, SC2001): seconds of computing that the needed
/// points alone take at the speed of their rank; mean over ranks.
double needed_seconds(const std::vector<Timings>& ranks);

/// Largest / mean of compute_seconds over ranks; 1 if nothing was computed.
double imbalance(const std::vector<Timings>& ranks);

/// All phases of an exchange; disjoint.
double exchange_seconds(const LinkTimings& link);
/// Tasks, boundaries and exchanges: all that a driver measures; disjoint.
double measured_seconds(const Timings& t);
/// Tasks and boundaries.
double work_seconds(const Timings& t);
/// Sums over tasks.
double compute_seconds(const Timings& t);
/// Points computed by all tasks, redundant ones included.
long computed_points(const Timings& t);
/// Owned points among them.
long needed_points(const Timings& t);

}  // namespace cardon

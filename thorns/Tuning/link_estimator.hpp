// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/machine_estimate.hpp>
#include <cardon/tuning/rank_window.hpp>
#include <vector>

namespace cardon {

/// Latency, bandwidth and queueing of a link (index as Decomposition::wide_links) from time-stamped
/// pieces. `sites`: the ranks at its two ends.
///
/// Bandwidth: the median over busy periods of both directions (BusyPeriods), if their deviation is
/// less than half of it; unknown where the link was not the limit in most
/// periods and in at least three.
/// Between several pairs of hosts the rates of the pairs add up. Latency: half of the least delay
/// there and back, less the time in which a piece passes: for each direction d - b / B with the
/// least delay d of a piece of b bytes. With several hosts the least over pairs of ranks with
/// messages both ways. Error: half the distance to the shortest delay but one of each direction.
/// Queueing: median length of all periods.
void estimate_link(const std::vector<RankWindow>& ranks, std::size_t link,
                   const std::vector<int> (&sites)[2], LinkEstimate& estimate);

}  // namespace cardon

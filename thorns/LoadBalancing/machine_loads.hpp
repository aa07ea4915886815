// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_problem.hpp>
#include <cardon/services/machine.hpp>
#include <vector>

namespace cardon {

/// A problem that has ranks and links, but no blocks. `speeds`: by rank, relative; empty: those of
/// the sites where all are given, else all alike. They are scaled to a mean of 1. `hosts`: by rank.
/// Sites that are not neighbours in the chain are as far apart as the way between them: latencies
/// add up, the slowest link counts. Links of which nothing is known cost nothing.
BalanceProblem machine_loads(const Machine& machine, const std::vector<double>& speeds,
                             const std::vector<int>& hosts);

/// As Agreement wants them.
std::vector<std::vector<int>> ranks_by_site(const Machine& machine);

}  // namespace cardon

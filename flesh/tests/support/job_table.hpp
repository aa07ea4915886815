// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "support/job_loads.hpp"

namespace cardon {

struct JobFigures {
  double messages = 0, transfers = 0, spread = 0, completion = 0;
};

using MakeJobAgent =
    std::function<std::unique_ptr<BalanceAgent>(unsigned seed, int rank, int ranks)>;

/// Means of so many runs. `counted`: agents know how many jobs a rank has on average at first.
inline JobFigures job_figures(const MakeJobAgent& make, const JobLoad& load, int ranks, int runs,
                              bool counted = false) {
  JobFigures mean;
  const double jobs = double(load.initial) * loaded_ranks(load, ranks) / ranks;
  for (unsigned seed = 1; seed <= unsigned(runs); ++seed) {
    QueueSimulator simulator({.ranks = ranks, .latency = 1e-3, .mean_seconds = counted ? jobs : 0},
                             [&](int rank) { return make(seed, rank, ranks); });
    add_jobs(load, ranks, seed, simulator);
    const QueueSimulator::Result result = simulator.run();
    const auto [min, max] = std::minmax_element(result.busy.begin(), result.busy.end());
    mean.messages += result.messages / runs;
    mean.transfers += result.transfers / runs;
    mean.spread += (*max - *min) / runs;
    mean.completion += result.completion / runs;
  }
  return mean;
}

/// Figures 11 to 13 of the dissertation as tables in Markdown: 2 to 32 ranks, means of ten runs.
inline void print_job_tables(const std::vector<std::pair<std::string, MakeJobAgent>>& methods,
                             bool counted = false) {
  const std::pair<const char*, JobLoad> loads[] = {
      {"heavy", heavy_load}, {"heavy to light", heavy_to_light_load}, {"light", light_load}};
  for (const auto& [name, load] : loads) {
    std::printf(
        "\nLoad %s: messages, transfers, spread of busy time (s), completion (s)\n\n| ranks |",
        name);
    for (const auto& [method, make] : methods) std::printf(" %s |", method.c_str());
    std::printf("\n|---|");
    for (std::size_t m = 0; m < methods.size(); ++m) std::printf("---|");
    for (int ranks = 2; ranks <= 32; ranks *= 2) {
      std::printf("\n| %d |", ranks);
      for (const auto& [method, make] : methods) {
        const JobFigures f = job_figures(make, load, ranks, 10, counted);
        std::printf(" %.0f, %.0f, %.2f, %.2f |", f.messages, f.transfers, f.spread, f.completion);
      }
    }
    std::printf("\n");
  }
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cardon/kit/balance/queue_simulator.hpp>
#include <cardon/kit/balance/small_random.hpp>
#include <cmath>

namespace cardon {

/// Jobs that appear in cycles, very unevenly (D. J. Harvey, "Load balancing techniques for
/// distributed processing environments", dissertation, University of Texas at Arlington, 2001,
/// section 3.5). The published factors 200 and 260 do not give the published means; these do.
struct JobLoad {
  int initial, loaded;  ///< jobs at first, on so many ranks; loaded 0: on all, -1: on log2(ranks)
  double cycle;         ///< s
  double factor;        ///< new jobs of a rank and cycle: factor * Poisson(lambda; j)
  int range;            ///< of lambda and j, from 1
  double longest;       ///< s; the mean is half of it
};
inline constexpr JobLoad heavy_load{10, 0, 1, 232, 10, 0.2};
inline constexpr JobLoad heavy_to_light_load{50, -1, 4, 290, 20, 0.4};
inline constexpr JobLoad light_load{1, -1, 4, 290, 20, 0.4};

inline int loaded_ranks(const JobLoad& load, int ranks) {
  return load.loaded < 0 ? std::max(1, int(std::log2(ranks))) : ranks;
}

inline void add_jobs(const JobLoad& load, int ranks, unsigned seed, QueueSimulator& simulator) {
  SmallRandom random(seed, 7);
  for (int r = 0; r < loaded_ranks(load, ranks); ++r)
    for (int j = 0; j < load.initial; ++j)
      simulator.add_job(0, r, 1, load.longest * random.uniform());
  for (int cycle = 0; cycle < 10; ++cycle)
    for (int r = 0; r < ranks; ++r) {
      const int lambda = 1 + random.below(load.range), j = 1 + random.below(load.range);
      double probability = std::exp(-double(lambda));
      for (int i = 1; i <= j; ++i) probability *= double(lambda) / i;
      const int jobs = int(load.factor * probability + random.uniform());
      for (int i = 0; i < jobs; ++i)
        simulator.add_job(cycle * load.cycle, r, 1, load.longest * random.uniform());
    }
}

/// 320 blocks on eight ranks, of which the first two have three times the work of the others. One
/// block cannot move.
inline BalanceProblem two_heavy_ranks() {
  BalanceProblem problem;
  problem.ranks.resize(8);
  for (int b = 0; b < 320; ++b)
    problem.blocks.push_back({.rank = b / 40, .work = b < 80 ? 3.0 : 1.0});
  problem.blocks[7].movable = false;
  return problem;
}

/// A balancer that does nothing.
class QuietAgent : public BalanceAgent {
  bool round(const RankView&, std::span<const BalanceMessage>, BalanceChannel&) override {
    return false;
  }
};

}  // namespace cardon

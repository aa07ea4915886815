// SPDX-License-Identifier: Apache-2.0
// The predictions of `cardon balance` and those of `cardon predict` walk in the same order: where
// both describe the same run, they agree.
#include <gtest/gtest.h>

#include <cardon/kit/codec/piece_header.hpp>
#include <cmath>

#include "balance/driver_steps.hpp"
#include "wave_program.hpp"

namespace cardon {
namespace {

using test::estimate_of;
using test::GridCostModel;
using test::machine_of;
using test::settings_of;
using test::step_of;
using test::wave_program;

constexpr int across = 2;  // so that the grid is cut along z only
constexpr double step = 0.02;

struct Scene {
  std::vector<int> sites;  // ranks of each
  int blocks = 1;          // per rank, in a ring along z
  double latency = 0, bandwidth = 0;
  bool overlap = true;
  int blocks_in_all() const {
    int ranks = 0;
    for (const int n : sites) ranks += n;
    return ranks * blocks;
  }
};

// Two planes per block: no point is computed before the messages are there.
double by_driver(const Scene& scene) {
  const int ranks = scene.blocks_in_all() / scene.blocks;
  const Program program = wave_program({across, across, 2 * scene.blocks_in_all()});
  const GridCostModel model(program, {}, machine_of(scene.sites));
  return step_of(model, settings_of(1, 1, scene.overlap, scene.blocks),
                 estimate_of(program, ranks, 1, step, scene.latency, scene.bandwidth));
}

BalanceProblem problem_of(const Scene& scene) {
  BalanceProblem problem;
  problem.sites = int(scene.sites.size());
  problem.overlap = scene.overlap;
  for (std::size_t site = 0; site < scene.sites.size(); ++site)
    for (int rank = 0; rank < scene.sites[site]; ++rank)
      problem.ranks.push_back({.site = int(site)});
  const double per_byte = scene.bandwidth > 0 ? 1 / scene.bandwidth : 0;
  for (int a = 0; a < problem.sites; ++a)
    for (int b = 0; b < problem.sites; ++b)
      problem.links.push_back(a == b ? PairCost{} : PairCost{scene.latency, per_byte});
  const int all = scene.blocks_in_all();
  constexpr std::size_t face = (across + 2) * (across + 2);  // with images beside it
  for (int n = 0; n < all; ++n) {
    problem.blocks.push_back({.rank = n / scene.blocks, .work = step / scene.blocks});
    for (const int to : {(n + 1) % all, (n + all - 1) % all})
      problem.edges.push_back({n, to, 1, double(face * sizeof(Real) + PieceHeader::size)});
  }
  return problem;
}

double by_balance(const Scene& scene, const DriverOrder& order = {}) {
  const BalanceProblem problem = problem_of(scene);
  return driver_steps(problem, placement_of(problem), order);
}

TEST(DriverSteps, AgreeWithTheCostModelOfTheDriver) {
  for (const bool overlap : {true, false})
    for (const auto& sites : std::vector<std::vector<int>>{{1, 1}, {2, 2}, {3, 1}})
      for (const int blocks : {2, 4, 8})
        for (const double latency : {0.0, 0.005, 0.015, 0.03})
          for (const double bandwidth : {0.0, 4e4}) {
            const Scene scene{sites, blocks, latency, bandwidth, overlap};
            const double driver = by_driver(scene), balance = by_balance(scene);
            // The queue of a full link may serve two messages in another order.
            EXPECT_NEAR(balance, driver, (bandwidth > 0 ? 0.07 : 0.01) * driver)
                << blocks << " blocks on each of " << scene.blocks_in_all() / blocks << " ranks, "
                << latency << " s, " << bandwidth << " byte/s, overlap " << overlap;
          }
}

}  // namespace
}  // namespace cardon

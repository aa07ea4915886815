// SPDX-License-Identifier: Apache-2.0
// The experiments of G. Costa's dissertation (Universitat Autonoma de Barcelona, 2009) on masters
// and workers, with the code that tunes ensembles and a virtual clock. The reference figures are
// those of an independent simulation of the same scenes.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>
#include <string>

#include "task_farm/farm_simulator.hpp"

namespace cardon {
namespace {

constexpr int levels = 7;

// Blocks of a product of matrices, halved in alternate directions: a grain of level 0 takes 72 s
// and keeps the port for 6 s, so that its knee is at 12 workers; it falls to 1.5 at level 6.
FarmScene matrix_product(int workers, int level) {
  FarmScene scene{.groups = {{.workers = workers}}, .units = 64L << (levels - 1), .levels = levels};
  scene.level = level;
  scene.compute = [](int k) { return 72.0 / (1 << k); };
  scene.input = [](int k) {
    return std::array{6.0, 4.5, 3.0, 2.25, 1.5, 1.125, 0.75}[std::size_t(k)];
  };
  scene.output = [](int k) { return 1.5 / (1 << k); };
  scene.noise = 0.02;
  return scene;
}

FarmScene two_sites(int level, bool manager, long work) {
  FarmScene scene = matrix_product(3, level);
  scene.groups.push_back({.workers = 3, .link = 4, .manager = manager});
  scene.units *= work;
  return scene;
}

FarmOutcome tuned(FarmScene scene) {
  scene.tuned = true;
  return simulate_farm(scene);
}

// One level, whose knee is at so many workers.
FarmScene saturated(int workers, double knee, long grains) {
  FarmScene scene{.groups = {{.workers = workers}}, .units = grains};
  scene.compute = [](int) { return 72.0; };
  scene.input = scene.output = [knee](int) { return 72.0 / knee; };
  scene.noise = 0.02;
  return scene;
}

// E1. Reference: 4623, 2325, 1597, 1195, 994, 891, 887, 838 s; efficiency 0.997 to 0.687.
TEST(Farm, WorkersBeyondTheKneeDoNotHelp) {
  std::vector<FarmOutcome> by_workers;
  for (int n = 1; n <= 8; ++n) by_workers.push_back(simulate_farm(matrix_product(n, 2)));
  for (int n = 1; n <= 5; ++n) {
    const FarmOutcome& outcome = by_workers[std::size_t(n - 1)];
    EXPECT_NEAR(outcome.seconds, by_workers[0].seconds / n, 0.06 * by_workers[0].seconds / n) << n;
    EXPECT_GE(outcome.efficiency, 0.9) << n;
  }
  EXPECT_NEAR(by_workers[7].seconds, 838, 0.1 * 838);
  EXPECT_NEAR(by_workers[7].seconds, by_workers[5].seconds, 0.05 * by_workers[5].seconds);
  EXPECT_LE(by_workers[6].efficiency, 0.87);
  EXPECT_NEAR(by_workers[7].efficiency, 0.687, 0.07);
}

// E2. Reference: 964, 904, 891, 1187, 1553, 2310, 3073 s.
TEST(Farm, GrainsMayBeTooFine) {
  std::vector<double> seconds, efficiency;
  for (int k = 0; k < levels; ++k) {
    const FarmOutcome outcome = simulate_farm(matrix_product(6, k));
    seconds.push_back(outcome.seconds);
    efficiency.push_back(outcome.efficiency);
  }
  EXPECT_EQ(std::min_element(seconds.begin(), seconds.end()) - seconds.begin(), 2);
  const std::array reference{1187.0, 1553.0, 2310.0, 3073.0};  // here the port counts alone
  for (std::size_t k = 3; k < 7; ++k)
    EXPECT_NEAR(seconds[k], reference[k - 3], 0.03 * reference[k - 3]) << k;
  EXPECT_GE(seconds[6], 2.5 * seconds[2]);
  EXPECT_LT(efficiency[0], efficiency[2]);
}

// E3, eq. 6: (N - 1) / (2 N) of the time of workers is used until the last of them has begun.
TEST(Farm, HalfOfTheStartIsLost) {
  for (const int n : {2, 3, 4, 5, 8}) {
    FarmScene scene = saturated(n, n, n);
    scene.noise = 0;
    const FarmOutcome outcome = simulate_farm(scene);
    const double last = *std::max_element(outcome.first.begin(), outcome.first.end());
    const double busy = std::accumulate(outcome.first.begin(), outcome.first.end(), 0.0,
                                        [&](double sum, double t) { return sum + last - t; });
    EXPECT_NEAR(busy / (n * last), (n - 1.0) / (2.0 * n), 0.05) << n;
  }
}

// E4.
TEST(Farm, TunedGrainsEndAlikeFromEveryStart) {
  double best = 1e9;
  for (int k = 0; k < levels; ++k)
    best = std::min(best, simulate_farm(matrix_product(6, k)).seconds);
  for (int k = 0; k < levels; ++k) {
    const FarmOutcome outcome = tuned(matrix_product(6, k));
    EXPECT_NEAR(outcome.level, 2, 1) << k;
    EXPECT_LE(outcome.seconds, 1.1 * best) << k;
    EXPECT_LE(outcome.seconds, 1.05 * simulate_farm(matrix_product(6, k)).seconds) << k;
    EXPECT_EQ(outcome.workers, 6) << k;
  }
}

// E5. Reference: best of one port 1250 s, with a manager 1064 s; at level 3 2052 and 1190 s.
TEST(Farm, AManagerKeepsASlowLinkFromTheMaster) {
  for (int k = 0; k < levels - 1; ++k)
    EXPECT_LT(simulate_farm(two_sites(k, true, 1)).seconds,
              simulate_farm(two_sites(k, false, 1)).seconds)
        << k;
  EXPECT_NEAR(simulate_farm(two_sites(3, false, 1)).seconds, 2052, 0.05 * 2052);
  EXPECT_NEAR(simulate_farm(two_sites(3, true, 1)).seconds, 1190, 0.05 * 1190);
}

// E6. Reference: tuned within 1.7 % of the best grain with a manager, 9.3 % without; fixed grains
// take up to 9825 and 14,735 s.
TEST(Farm, TunedGrainsSuitTwoSites) {
  for (const bool manager : {false, true}) {
    std::vector<double> fixed;
    for (int k = 0; k < levels; ++k)
      fixed.push_back(simulate_farm(two_sites(k, manager, 4)).seconds);
    const double best = *std::min_element(fixed.begin(), fixed.end());
    for (int k = 0; k < levels; ++k) {
      const double seconds = tuned(two_sites(k, manager, 4)).seconds;
      EXPECT_LE(seconds, (manager ? 1.017 : 1.093) * best) << k;
      EXPECT_LE(seconds, 1.05 * fixed[std::size_t(k)]) << k;
    }
    EXPECT_GE(*std::max_element(fixed.begin(), fixed.end()), 3 * best);
  }
}

// E7: mean gains over all grains to start with. Reference: none is below 0, and slow links gain
// more than uniform ones at the smallest numbers of workers.
TEST(Farm, TuningGainsInAllFourScenarios) {
  const auto gain = [](bool speeds, bool links) {
    double sum = 0;
    for (int k = 0; k < levels; ++k) {
      FarmScene scene = matrix_product(4, k);
      scene.groups = {{.workers = 4, .speed = speeds ? 1.3 : 1},
                      {.workers = 4, .speed = speeds ? 0.8 : 1, .link = links ? 4.0 : 1}};
      const double fixed = simulate_farm(scene).seconds;
      sum += (fixed - tuned(scene).seconds) / fixed;
    }
    return sum / levels;
  };
  const double uniform = gain(false, false);
  EXPECT_GE(uniform, 0);
  EXPECT_GE(gain(true, false), 0);
  EXPECT_GE(gain(false, true), uniform);
  EXPECT_GE(gain(true, true), 0);
}

// Tiles of a heat equation that travel with a halo of eight points, from 64 x 64 points up, at two
// sites; each message keeps the port for 30 ms besides its points.
FarmScene heat_tiles(int level) {
  FarmScene scene{.groups = {{.workers = 3}, {.workers = 3, .link = 4, .manager = true}},
                  .units = 4096,
                  .levels = 5};
  scene.level = level;
  const auto side = [](int doublings) { return 64.0 * (1 << doublings); };
  const auto port = [side](int k, double halo) {
    return 0.03 + 8e-6 * (side((5 - k) / 2) + 2 * halo) * (side((4 - k) / 2) + 2 * halo);
  };
  scene.compute = [side](int k) { return 1e-4 * side((5 - k) / 2) * side((4 - k) / 2); };
  scene.input = [port](int k) { return port(k, 8); };
  scene.output = [port](int k) { return port(k, 0); };
  scene.noise = 0.02;
  return scene;
}

// E11. The dissertation measured that a tuned run from the smallest tiles needs 24 % less in the
// first iteration and 28 % less in those that follow, which begin with what was found.
TEST(Farm, TilesOfAStencilGrow) {
  const double fixed = simulate_farm(heat_tiles(4)).seconds;
  int level = 4;
  std::vector<double> gains;
  for (int iteration = 0; iteration < 3; ++iteration) {
    const FarmOutcome outcome = tuned(heat_tiles(level));
    level = outcome.level;
    gains.push_back(1 - outcome.seconds / fixed);
    RecordProperty("gain_" + std::to_string(iteration), std::to_string(gains.back()));
  }
  EXPECT_GE(gains[0], 0.15);
  for (const double later : {gains[1], gains[2]}) {
    EXPECT_GE(later, 0.2);
    EXPECT_GE(later, gains[0]);
  }
}

// E9: fast workers beyond a slow link never get a grain while a saturated port serves others.
TEST(Farm, GroupsWithoutFiguresAreEstimated) {
  FarmScene scene = matrix_product(6, 6);
  scene.groups.push_back({.workers = 2, .speed = 0.5, .link = 4});
  const FarmOutcome outcome = tuned(scene);
  EXPECT_FALSE(outcome.decisions.empty());
  EXPECT_LT(outcome.seconds, 0.6 * simulate_farm(scene).seconds);
  scene.estimates = false;
  EXPECT_TRUE(tuned(scene).decisions.empty());
}

// E10. Reference: (a) 6 to 5 workers, 2.3 % more time, efficiency 0.79 to 0.90; (b) the plain rule
// releases 5 of 40 and loses 10 to 12 % of the time, efficiency 0.79 to 0.77.
TEST(Farm, WorkersAreReleasedOnlyWhereThatPays) {
  const FarmScene many = saturated(6, 5.12, 256);
  const FarmOutcome all = simulate_farm(many), fewer = tuned(many);
  EXPECT_EQ(fewer.workers, 5);
  EXPECT_LE(fewer.seconds, (1 + release_tolerance) * all.seconds);
  EXPECT_GE(fewer.efficiency, all.efficiency + 0.09);
  FarmScene few = saturated(40, 35.5, 240);
  const FarmOutcome kept = simulate_farm(few), careful = tuned(few);
  EXPECT_LE(careful.seconds, 1.01 * kept.seconds);
  few.careful = false;
  const FarmOutcome plain = tuned(few);
  EXPECT_EQ(plain.workers, 35);
  EXPECT_NEAR(plain.seconds / kept.seconds, 1.11, 0.04);
  EXPECT_LT(plain.efficiency, kept.efficiency);
}

// E31: a link that becomes four times as slow, from when on grains are coarser.
TEST(Farm, GrainsFollowALinkThatChanges) {
  FarmScene scene = matrix_product(3, 3);
  scene.units *= 2;
  scene.change_after = 1000;
  scene.change = 4;
  const FarmOutcome outcome = tuned(scene);
  EXPECT_EQ(outcome.level, 0);
  EXPECT_LT(outcome.seconds, 0.75 * simulate_farm(scene).seconds);
}

// s per unit of the best fixed grain while links are so many times as slow.
double best_pace(FarmScene scene, double slow) {
  scene.groups[0].link = slow;
  scene.change_after = 0;
  double best = 1e9;
  for (int k = 0; k < levels; ++k) {
    scene.level = k;
    best = std::min(best, simulate_farm(scene).seconds / double(scene.units));
  }
  return best;
}

// E31, there and back. Expected: grains turn from coarser to finer or back twice at most for each
// change of the link, and a time within 10 % of one who knows the best grain at any time.
TEST(Farm, GrainsFollowALinkThatRecovers) {
  FarmScene scene = matrix_product(3, 2);
  scene.units *= 6;
  scene.change_after = 2000;
  scene.restored_after = 6000;
  scene.change = 4;
  const FarmOutcome outcome = tuned(scene);
  const double usual = best_pace(scene, 1), slow = best_pace(scene, 4);
  const double done =
      scene.change_after / usual + (scene.restored_after - scene.change_after) / slow;
  const double oracle = scene.restored_after + (double(scene.units) - done) * usual;
  int turns = 0;
  for (std::size_t d = 1; d < outcome.decisions.size(); ++d)
    turns += outcome.decisions[d].action != outcome.decisions[d - 1].action;
  std::printf("tuned %.0f s, oracle %.0f s, %zu decisions, %d turns, grain %d at the end\n",
              outcome.seconds, oracle, outcome.decisions.size(), turns, outcome.level);
  EXPECT_LE(outcome.seconds, 1.1 * oracle);
  EXPECT_EQ(turns, 2);  // coarser, and finer again
  EXPECT_LE(outcome.decisions.size(), 8u);
  EXPECT_NEAR(outcome.level, 2, 1);
}

// E26: three sites of two workers, of which the third has a slow link. The master at one of the
// others, or there: then all others share that link. Expected: clearly slower.
TEST(Farm, TheMasterBelongsBehindAFastLink) {
  const auto seconds = [](const std::vector<FarmScene::Group>& groups) {
    FarmScene scene = matrix_product(2, 2);
    scene.groups.insert(scene.groups.end(), groups.begin(), groups.end());
    scene.units *= 4;
    return tuned(scene).seconds;
  };
  const double well =
      seconds({{.workers = 2, .manager = true}, {.workers = 2, .link = 8, .manager = true}});
  const double badly = seconds({{.workers = 4, .link = 8, .manager = true}});
  std::printf("master behind a fast link %.0f s, behind the slow one %.0f s\n", well, badly);
  EXPECT_GT(badly, 1.1 * well);
}

// E28: ensembles as tests/performance/ensembles/fidelity.py runs them, with their members of 0.232
// s. It measured 4.39, 4.43 and 5.05 s (again: 4.39, 4.46, 5.32 s) from the first result to the
// last, and grains of 4 members at the end. Expected: times within 10 %, the same grain.
TEST(Farm, ForetellsEnsembles) {
  constexpr double member = 0.232, message = 500 / 2e6;  // s
  constexpr int grains = 3;                              // of 4, 2 and 1 members
  const auto run = [&](const std::vector<FarmScene::Group>& groups, long units) {
    FarmScene scene{.groups = groups, .units = units, .levels = groups.size() > 1 ? grains : 1};
    scene.level = scene.levels / 2;
    const auto members = [&scene](int level) { return double(1 << (scene.levels - 1 - level)); };
    scene.compute = [=](int level) { return member * members(level); };
    scene.input = scene.output = [=](int level) { return message * members(level); };
    return tuned(scene);
  };
  EXPECT_NEAR(run({{.workers = 1}}, 20).seconds - member, 4.39, 0.1 * 4.39);
  EXPECT_NEAR(run({{.workers = 4}}, 80).seconds - member, 4.43, 0.1 * 4.43);
  const FarmOutcome far =
      run({{.workers = 2}, {.workers = 2, .latency = 0.3, .manager = true}}, 80);
  std::printf("two sites %.2f s, grain %d\n", far.seconds - member, far.level);
  EXPECT_NEAR(far.seconds - member, 5.05, 0.1 * 5.05);
  EXPECT_EQ(far.level, 0);
}

}  // namespace
}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
// One rank never exchanges: it is the reference for all others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "evolve.hpp"

namespace cardon::test {
namespace {

std::vector<Real> reference(Experiment experiment) {
  experiment.sites = {1};
  experiment.speeds.clear();
  experiment.driver = "{calibration: never}";
  std::vector<Real> values = evolve(experiment).values;
  EXPECT_TRUE(std::all_of(values.begin(), values.end(), [](Real v) { return std::isfinite(v); }));
  EXPECT_GT(*std::max_element(values.begin(), values.end()),
            *std::min_element(values.begin(), values.end()));
  return values;
}

void expect_same_bits(Experiment experiment, const std::vector<std::vector<int>>& all_sites,
                      const std::vector<std::string>& settings) {
  const std::vector<Real> wanted = reference(experiment);
  unsigned seed = 1;
  for (const std::vector<int>& sites : all_sites)
    for (const std::string& setting : settings) {
      experiment.sites = sites;
      experiment.driver = "{calibration: never, piece_bytes: 512, " + setting + "}";
      EXPECT_EQ(evolve(experiment, {.weather = storm(seed++)}).values, wanted) << experiment.text();
    }
}

const std::vector<std::string> settings{"ghost_zones: 1", "ghost_zones: 3, blocks_per_rank: 2",
                                        "ghost_zones: 2, overlap: never",
                                        "ghost_zones: every 4 steps, blocks_per_rank: 3",
                                        "ghost_zones: 2, blocks_per_rank: 3, overlap: never"};

TEST(SameBits, OnARing) { expect_same_bits({.points = {5, 6, 24}}, few_sites, settings); }

TEST(SameBits, OnARingWithExchangesInsideAStep) {
  expect_same_bits({.physics = Physics::stages, .points = {5, 4, 24}}, few_sites,
                   {"ghost_zones: 1", "ghost_zones: 3, blocks_per_rank: 2",
                    "ghost_zones: 4, blocks_per_rank: 3, overlap: never",
                    "ghost_zones: every 1 step, blocks_per_rank: 2"});
}

TEST(SameBits, BetweenFaces) {
  for (const Physics physics : {Physics::leapfrog, Physics::stages})
    expect_same_bits({.physics = physics, .points = {6, 7, 27}, .periodic = {true, false, false}},
                     few_sites, {settings[0], settings[1], settings[4]});
}

TEST(SameBits, WithExteriorLayers) {
  for (const int owned : {0, 1, 2})
    expect_same_bits({.points = {7, 6, 30},
                      .periodic = {false, true, false},
                      .radius = 2,
                      .owned_layers = owned},
                     {{1, 1}, {2, 1, 1}},
                     {"ghost_zones: 2, blocks_per_rank: 2", "ghost_zones: 5",
                      "ghost_zones: every 3 steps, overlap: never"});
}

TEST(SameBits, InOneAndTwoDirections) {
  for (const bool periodic : {true, false}) {
    expect_same_bits({.dimensions = 1, .points = {44, 1, 1}, .periodic = {periodic, true, true}},
                     few_sites, {settings[1], settings[3]});
    expect_same_bits(
        {.dimensions = 2, .points = {24, 9, 1}, .periodic = {periodic, !periodic, true}}, few_sites,
        {settings[0], settings[1]});
  }
}

TEST(SameBits, WithDeepGhostZonesBetweenTheBlocksOfASite) {
  for (const Physics physics : {Physics::leapfrog, Physics::stages}) {
    expect_same_bits({.physics = physics, .points = {9, 8, 24}}, {{1}, {3}, {4}},
                     {"ghost_zones: 3, blocks_per_rank: 2", "ghost_zones: 4, overlap: never",
                      "ghost_zones: every 2 steps, blocks_per_rank: 3",
                      "ghost_zones: {intra: 5}, blocks_per_rank: 4"});
    expect_same_bits({.physics = physics, .points = {9, 8, 36}, .periodic = {true, false, false}},
                     {{2, 2}, {1, 3}},
                     {"ghost_zones: {intra: 3}, blocks_per_rank: 2",
                      "ghost_zones: {intra: 2, a-b: 4}, blocks_per_rank: 2",
                      "ghost_zones: {intra: 4, a-b: 2}, overlap: never"});
  }
}

TEST(SameBits, WithADepthOfItsOwnOnEveryLink) {
  const std::string depths = "ghost_zones: {a-b: 3, b-c: 1, a-c: 4}";
  for (const Physics physics : {Physics::leapfrog, Physics::stages})
    expect_same_bits({.physics = physics, .points = {4, 4, 30}}, {{2, 1, 2}},
                     {depths, depths + ", blocks_per_rank: 3"});
}

TEST(SameBits, WithALinkAsDeepAsASite) {
  for (const bool periodic : {true, false})
    expect_same_bits({.points = {4, 4, 12}, .periodic = {true, true, periodic}},
                     {{1, 1}, {2, 2}, {1, 1, 1}},
                     {"ghost_zones: 4", "ghost_zones: 4, blocks_per_rank: 2"});
}

TEST(SameBits, WithSitesOfDifferentSpeed) {
  expect_same_bits({.points = {4, 4, 30}, .speeds = {3, 1}}, {{1, 2}, {2, 1}}, settings);
}

TEST(SameBits, WithCodecs) {
  const std::string change = "compression: [change, zeros], ";
  for (const Physics physics : {Physics::leapfrog, Physics::stages})
    expect_same_bits({.physics = physics, .points = {5, 6, 24}}, {{1, 1}, {1, 2, 1}},
                     {change + settings[0], change + settings[1], "compression: zeros",
                      "compression: {a-b: [change, zeros]}, ghost_zones: 3, blocks_per_rank: 3"});
}

// Tiles of any height, over one or several steps, wider and narrower than their skews, in segments
// that exchanges, looks at the fields, or numbers of steps end; with cores and without.
const std::vector<std::string> tiles{
    "tiles: {rows: 1}, ghost_zones: every 3 steps",
    "tiles: {steps: 2, rows: 3, planes: 2}, ghost_zones: every 2 steps, blocks_per_rank: 2",
    "tiles: {steps: 3, rows: 100}, ghost_zones: 4, overlap: never",
    "tiles: {steps: 20, rows: 2, planes: 3}, ghost_zones: every 4 steps, blocks_per_rank: 3",
    "tiles: {rows: 4}, ghost_zones: 5, blocks_per_rank: 3, overlap: never"};
const std::vector<std::vector<int>> tiled_sites{{1}, {3}, {1, 1}, {2, 1}, {1, 1, 1}, {1, 2, 1}};

TEST(SameBits, InTilesOnARing) {
  for (const Physics physics : {Physics::leapfrog, Physics::stages})
    for (const int radius : {1, 2})
      expect_same_bits({.physics = physics, .points = {5, 13, 102}, .radius = radius}, tiled_sites,
                       tiles);
}

TEST(SameBits, InTilesBetweenFaces) {
  for (const Physics physics : {Physics::leapfrog, Physics::stages}) {
    expect_same_bits({.physics = physics, .points = {6, 14, 87}, .periodic = {true, false, false}},
                     tiled_sites, tiles);
    expect_same_bits({.physics = physics, .points = {9, 13, 84}, .periodic = {false, true, false}},
                     tiled_sites, tiles);
  }
}

TEST(SameBits, InTilesWithExteriorLayers) {
  for (const int owned : {0, 1, 2})
    expect_same_bits({.points = {7, 15, 90},
                      .periodic = {false, false, false},
                      .radius = 2,
                      .owned_layers = owned},
                     {{1}, {1, 1}, {2, 1, 1}}, tiles);
}

TEST(SameBits, InTilesWhenSitesAreCutInAllDirections) {
  for (const bool periodic : {true, false})
    expect_same_bits({.points = {26, 27, 44}, .periodic = {periodic, !periodic, periodic}},
                     {{1, 1}, {8}, {4, 4}},
                     {"tiles: {rows: 3}, ghost_zones: every 3 steps",
                      "tiles: {rows: 5}, ghost_zones: every 2 steps, blocks_per_rank: 4"});
}

TEST(SameBits, InTilesInOneAndTwoDirections) {
  for (const bool periodic : {true, false}) {
    expect_same_bits({.dimensions = 1, .points = {88, 1, 1}, .periodic = {periodic, true, true}},
                     tiled_sites, tiles);
    expect_same_bits(
        {.dimensions = 2, .points = {13, 54, 1}, .periodic = {periodic, !periodic, true}},
        tiled_sites, tiles);
  }
}

TEST(SameBits, WithOneRankAndManyBlocks) {
  expect_same_bits({.points = {5, 6, 24}}, {{1}},
                   {"blocks_per_rank: 2", "blocks_per_rank: 5", "blocks_per_rank: 8"});
}

TEST(SameBits, WhenEveryMessageWaitsForItsReceiver) {
  Experiment experiment{.physics = Physics::stages, .points = {5, 6, 24}};
  const std::vector<Real> wanted = reference(experiment);
  for (const char* setting : {"ghost_zones: 1", "ghost_zones: 1, blocks_per_rank: 3",
                              "ghost_zones: 2, overlap: never, blocks_per_rank: 2"}) {
    experiment.sites = {2, 2};
    experiment.driver = "{calibration: never, " + std::string(setting) + "}";
    EXPECT_EQ(evolve(experiment, {.weather = {.eager_bytes = 0}}).values, wanted)
        << experiment.text();
  }
}

}  // namespace
}  // namespace cardon::test

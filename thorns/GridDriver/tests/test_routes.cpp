// SPDX-License-Identifier: Apache-2.0
// A predicted exchange moves the points of the real one. The prediction counts them without listing
// boxes.
#include <gtest/gtest.h>

#include <cardon/kit/grid/face_thickness.hpp>
#include <cardon/plan/cyclic_plan.hpp>
#include <map>

#include "evolve.hpp"
#include "exchange_pattern.hpp"
#include "links_of.hpp"
#include "model/simulated_decomposition.hpp"
#include "site_setup.hpp"

namespace cardon::test {
namespace {

constexpr int all_ranks = 1000;  // are walked

using ValuesByPeer = std::map<int, long>;

ValuesByPeer counted(const model::SimulatedDecomposition& cut,
                     const model::VirtualExchange& exchange) {
  ValuesByPeer values;
  for (const model::VirtualRoute& route : exchange.sends)
    values[cut.blocks[std::size_t(route.to)].block] += std::lround(route.bytes / sizeof(Real));
  return values;
}

ValuesByPeer listed(const std::vector<grid_driver::Route>& routes) {
  ValuesByPeer values;
  for (const grid_driver::Route& route : routes)
    if (route.values > 0) values[route.peer] = long(route.values);
  return values;
}

long sum(const ValuesByPeer& values) {
  long sum = 0;
  for (const auto& [peer, count] : values) sum += count;
  return sum;
}

/// Returns how many values travel.
long expect_same_routes(const Experiment& experiment) {
  const Case the_case(experiment);
  const Program& program = the_case.program;
  const grid_driver::SiteSetup sites =
      grid_driver::plan_sites(the_case.setup(), experiment.ranks());
  const auto layout = std::make_shared<Layout>(program.grid, sites.sites.decomposition);
  std::vector<std::shared_ptr<const model::VirtualPlan>> plans;
  for (int slab = 0; slab < std::max(1, int(layout->decomposition().slabs.size())); ++slab)
    plans.push_back(std::make_shared<model::VirtualPlan>(
        program, cyclic_plan(program, links_of(*layout, slab, sites.depth))));
  const model::SimulatedDecomposition cut = model::make_virtual_cut(
      program, layout, plans, sites.depth, face_thickness(the_case.setup()), all_ranks, 1e6);
  long values = 0;
  for (const model::VirtualBlock& block : cut.blocks) {
    grid_driver::ExchangePatterns patterns(*layout, block.block);
    for (std::size_t n = 0; n < block.patterns.size(); ++n) {
      const auto& pattern = block.plan->patterns()[n];
      plan::Operation exchange;
      exchange.kind = plan::Operation::Kind::exchange;
      exchange.link = pattern.link;
      exchange.fields = pattern.fields;
      const grid_driver::ExchangePattern& real = patterns.find(exchange);
      const ValuesByPeer sent = listed(real.sends), received = listed(real.receives);
      EXPECT_EQ(counted(cut, block.patterns[n]), sent)
          << experiment.text() << ", block " << block.block << ", link " << pattern.link;
      EXPECT_EQ(std::lround(block.patterns[n].unpack / sizeof(Real)), sum(received))
          << experiment.text() << ", block " << block.block << ", link " << pattern.link;
      values += sum(sent);
    }
  }
  return values;
}

TEST(Routes, APredictionCountsThePointsOfTheRun) {
  for (const Physics physics : {Physics::leapfrog, Physics::stages})
    for (const auto& sites : few_sites)
      for (int faces = 0; faces < 8; ++faces)
        for (const char* driver : {"", ", blocks_per_rank: 3", ", ghost_zones: 3",
                                   ", ghost_zones: 5, blocks_per_rank: 4"})
          EXPECT_GT(
              expect_same_routes({.physics = physics,
                                  .points = {6, 7, 60},
                                  .periodic = {faces % 2 == 0, faces / 2 % 2 == 0, faces < 4},
                                  .sites = sites,
                                  .driver = "{calibration: never" + std::string(driver) + "}"}),
              0);
}

TEST(Routes, OfThinBlocksAndFewDimensionsAreCountedAsWell) {
  for (const int radius : {1, 2})
    for (const char* driver : {"", ", ghost_zones: 4", ", blocks_per_rank: 5"}) {
      const std::string settings = "{calibration: never" + std::string(driver) + "}";
      expect_same_routes(
          {.points = {9, 31, 40}, .radius = radius, .sites = {5}, .driver = settings});
      expect_same_routes({.dimensions = 2,
                          .points = {13, 48, 1},
                          .radius = radius,
                          .sites = {2, 2},
                          .driver = settings});
      expect_same_routes({.dimensions = 1,
                          .points = {90, 1, 1},
                          .radius = radius,
                          .sites = {3},
                          .driver = settings});
    }
}

}  // namespace
}  // namespace cardon::test

// SPDX-License-Identifier: Apache-2.0
// A predicted run and a real one: the same blocks do the same pieces in the same order. The order
// of the messages is taken from the prediction, since a real network has its own; everything that
// follows from it is each side's own.
#include <gtest/gtest.h>

#include <cardon/kit/grid/face_thickness.hpp>
#include <cardon/plan/cyclic_plan.hpp>
#include <map>
#include <tuple>

#include "evolve.hpp"
#include "gated_transport.hpp"
#include "links_of.hpp"
#include "model/event_simulator.hpp"
#include "priority_region.hpp"
#include "rank.hpp"
#include "slow_world.hpp"

namespace cardon::test {
namespace {

using Pieces = std::vector<OrderPiece>;

/// When a rank took a message: behind so many pieces, or between the tiles of the last of them.
struct Moment {
  std::size_t pieces = 0;
  bool between_tiles = false;
};
using Pair = std::tuple<int, int, bool>;  // blocks: from, to; over a wide link

struct Order {
  std::vector<Pieces> pieces;                    // by rank
  std::map<Pair, std::vector<Moment>> messages;  // in the order of each pair
};

/// Whether tiles of the last piece are left; the block has done nothing since.
template <class Blocks>
bool is_between_tiles(const Pieces& pieces, const Blocks& blocks, const auto& number) {
  if (pieces.empty()) return false;
  const OrderPiece& last = pieces.back();
  for (const auto& block : blocks) {
    if (number(block) != last.block) continue;
    if (last.kind == OrderPiece::Kind::core) return block.core_left();
    if (last.kind == OrderPiece::Kind::rest) return block.computing();
  }
  return false;
}

/// The costs of a machine on which messages arrive at all times.
model::VirtualCosts costs_for(const Program& program, std::size_t links, bool overlap,
                              const ParameterSet& parameters) {
  const TileSettings tiles = read_tile_settings(parameters, grid_driver::section);
  model::VirtualCosts costs;
  costs.task_seconds.assign(program.tasks.size(), 1e-6);
  costs.relative_cost = {1, 1.7, 1.3, 0.8, 1, 1, 1, 1};
  costs.links.assign(links, {.latency = 0.7e-3});
  costs.pack = costs.near_pack = 1e-10;
  costs.call_seconds.assign(program.tasks.size(), 5e-6);
  costs.face_seconds.assign(program.tasks.size(), 1e-8);
  costs.message = 3e-6;
  costs.intra_latency = 110e-6;
  costs.overlap = overlap;
  costs.priorities = grid_driver::read_priorities(parameters);
  costs.priority_region = grid_driver::read_priority_region(parameters, program.grid);
  costs.tiles = tiles.mode == TileSettings::Mode::by_hand;
  costs.tile_steps = tiles.steps;
  // Segments are longer than tasks, and no piece should take longer than a rank goes without a look
  // at its messages: neither side knows how long the pieces of the other one take.
  if (costs.tiles) costs.task_seconds.assign(program.tasks.size(), 2e-8);
  return costs;
}

/// The virtual run of as many steps.
Order predicted(const Case& the_case, int ranks, bool overlap, int steps) {
  const Program& program = the_case.program;
  const grid_driver::SiteSetup sites = grid_driver::plan_sites(the_case.setup(), ranks);
  const auto layout = std::make_shared<Layout>(program.grid, sites.sites.decomposition);
  std::vector<std::shared_ptr<const model::VirtualPlan>> plans;
  for (int slab = 0; slab < std::max(1, int(layout->decomposition().slabs.size())); ++slab)
    plans.push_back(std::make_shared<model::VirtualPlan>(
        program, cyclic_plan(program, links_of(*layout, slab, 1))));
  const model::SimulatedDecomposition cut = model::make_virtual_cut(
      program, layout, plans, 1, face_thickness(the_case.setup()), ranks, 1e6);
  const model::VirtualCosts costs =
      costs_for(program, sites.links.size(), overlap, *the_case.parameters);
  model::EventSimulator run(cut, costs);
  Order order;
  std::vector<Pieces> found(cut.ranks.size());
  const auto number = [](const model::VirtualBlockScheduler& walk) { return walk.block().block; };
  for (std::size_t rank = 0; rank < found.size(); ++rank)
    run.record(rank, found[rank], [&, rank](int from, int to, bool wide) {
      order.messages[{from, to, wide}].push_back(
          {found[rank].size(), is_between_tiles(found[rank], run.blocks(), number)});
    });
  run.end_at(steps);
  run.run_to(steps);
  order.pieces = std::move(found);
  return order;
}

/// One rank of the real run, which sees messages when the predicted one did.
class FollowingRank {
 public:
  FollowingRank(const Case& the_case, Transport& transport, bool overlap, const Order& order)
      : transport_(transport), rank_(the_case, transport_, overlap), order_(order) {
    for (grid_driver::BlockScheduler& block : rank_.executor().blocks())
      block.record_in(pieces_, block.executor().block());
    transport_.set_gate([this](int from, int tag, long n) { return may_see(from, tag, n); });
  }

  const Pieces& pieces() const { return pieces_; }
  void run(const Program& program, int steps) {
    PlanReader plan(program, rank_.links());
    for (int step = 0; step <= steps;) {
      const auto operations = plan.next();
      rank_.executor().execute(operations, PlanReader::state(step));
      step += plan.at_end_of_step();
    }
    rank_.executor().finish();
    transport_.set_gate({});
  }

 private:
  bool may_see(int from, int tag, long n) {
    if (pieces_.size() >= predicted()) return true;  // nobody waits for what is left
    if (seconds_now() - start_ > 60) throw std::runtime_error("the run lost its way");
    const auto found = order_.messages.find(pair_of(from, tag));
    if (found == order_.messages.end() || n >= long(found->second.size())) return false;
    const Moment& moment = found->second[std::size_t(n)];
    if (moment.pieces != pieces_.size()) return moment.pieces < pieces_.size();
    return moment.between_tiles ||
           !is_between_tiles(pieces_, rank_.executor().blocks(),
                             [](const auto& block) { return block.executor().block(); });
  }
  std::size_t predicted() const { return order_.pieces[std::size_t(transport_.rank())].size(); }
  Pair pair_of(int from_rank, int tag) {
    const Layout& layout = rank_.layout();
    for (int from = 0; from < layout.blocks(); ++from)
      for (int to = 0; to < layout.blocks(); ++to)
        for (const int link : {0, 1})
          if (rank_.comm().rank_of(from) == from_rank && rank_.comm().is_local(to) &&
              rank_.comm().tag(from, to, link) == tag)
            return {from, to, link > 0};
    throw std::runtime_error("a message that nobody sends");
  }

  GatedTransport transport_;
  Rank rank_;
  const Order& order_;
  Pieces pieces_;
  double start_ = seconds_now();
};

/// Some pieces up to the n-th, as "block@position kind".
std::string text(const Pieces& pieces, std::size_t n) {
  static const char* const kinds[] = {"begin", "core", "rest", "exchange", "other"};
  std::string text;
  for (std::size_t m = n < 6 ? 0 : n - 6; m < std::min(pieces.size(), n + 3); ++m)
    text += std::to_string(pieces[m].block) + "@" + std::to_string(pieces[m].position) + " " +
            kinds[int(pieces[m].kind)] + (m == n ? " <<, " : ", ");
  return text;
}

void expect_same_order(const Experiment& experiment, bool overlap, int steps = 9) {
  const Case the_case(experiment);
  const Order order = predicted(the_case, experiment.ranks(), overlap, steps);
  std::vector<Pieces> real(std::size_t(experiment.ranks()));
  SlowWorld world(experiment.ranks());
  std::string failure;
  try {
    world.run([&](Transport& transport) {
      FollowingRank rank(the_case, transport, overlap, order);
      const auto note = [&] { real[std::size_t(transport.rank())] = rank.pieces(); };
      try {
        rank.run(the_case.program, steps);
        note();
      } catch (...) {
        note();
        throw;
      }
    });
  } catch (const std::exception& error) {
    failure = error.what();  // what comes first is where the orders part
  }
  for (std::size_t rank = 0; rank < real.size(); ++rank) {
    const std::size_t both = std::min(real[rank].size(), order.pieces[rank].size());
    for (std::size_t n = 0; n < both; ++n)
      ASSERT_TRUE(real[rank][n] == order.pieces[rank][n])
          << experiment.text() << ", overlap " << overlap << ", rank " << rank << ", piece " << n
          << ": " << text(real[rank], n) << "; predicted: " << text(order.pieces[rank], n);
    EXPECT_GT(both, 20u) << experiment.text() << ", rank " << rank << ": " << text(real[rank], both)
                         << "; predicted: " << text(order.pieces[rank], both);
    EXPECT_EQ(both, real[rank].size());
    EXPECT_EQ(both, order.pieces[rank].size());
  }
  EXPECT_EQ(failure, "") << experiment.text();
}

const std::string blocks_3 = "{calibration: never, piece_bytes: 1000000, blocks_per_rank: 3}";
const std::string blocks_1 = "{calibration: never, piece_bytes: 1000000}";
const std::string deep =
    "{calibration: never, piece_bytes: 1000000, blocks_per_rank: 2, "
    "ghost_zones: 3}";

TEST(Order, OfARunIsThatOfItsPrediction) {
  for (const Physics physics : {Physics::leapfrog, Physics::stages})
    for (const std::string& driver : {blocks_1, blocks_3, deep})
      for (const auto& sites : std::vector<std::vector<int>>{{3}, {1, 1}, {2, 1}, {1, 2, 1}})
        for (const bool overlap : {true, false})
          expect_same_order(
              {.physics = physics, .points = {5, 6, 60}, .sites = sites, .driver = driver},
              overlap);
}

TEST(Order, OfARunWithFacesIsThatOfItsPrediction) {
  for (const Physics physics : {Physics::leapfrog, Physics::stages})
    for (const std::string& driver : {blocks_1, blocks_3, deep})
      expect_same_order({.physics = physics,
                         .points = {6, 7, 54},
                         .periodic = {true, false, false},
                         .sites = {2, 1},
                         .driver = driver},
                        true);
}

TEST(Order, WithPrioritiesIsThatOfThePrediction) {
  for (const std::string region : {"", ", priority_region: [[-2, 2], [-3, 1], [5, 9]]"})
    for (const std::string order : {"fifo", "border_first"}) {
      const std::string driver =
          "{calibration: never, piece_bytes: 1000000, blocks_per_rank: 4, priorities: " + order +
          region + "}";
      for (const Physics physics : {Physics::leapfrog, Physics::stages})
        for (const bool overlap : {true, false})
          expect_same_order(
              {.physics = physics, .points = {5, 6, 60}, .sites = {2, 1}, .driver = driver},
              overlap);
    }
}

// Segments over exchanges that move nothing, over several steps and stages; blocks that have a core
// and blocks that are too thin for one. All combinations of physics, driver and sites; with each of
// them one of boundaries and overlap, so that each pair of settings is among them, or all four.
TEST(Order, OfARunInTilesIsThatOfItsPrediction) {
  int number = 0;
  const std::string tiles = "tiles: {steps: 3, rows: 2}, calibration: never, piece_bytes: 1000000";
  for (const Physics physics : {Physics::leapfrog, Physics::stages})
    for (const char* const driver : {"", ", blocks_per_rank: 3", ", ghost_zones: every 2 steps",
                                     ", ghost_zones: 3, blocks_per_rank: 2"})
      for (const auto& sites : std::vector<std::vector<int>>{{1}, {3}, {1, 1}, {2, 1}, {1, 1, 1}}) {
        for (int choice = 0; choice < 4; ++choice) {
          if (!long_version() && choice != number % 4) continue;
          const bool periodic = choice % 2 == 0, overlap = choice < 2;
          expect_same_order({.physics = physics,
                             .points = {5, 26, 90},
                             .periodic = {true, periodic, periodic},
                             .sites = sites,
                             .driver = "{" + tiles + driver + "}"},
                            overlap, 40);
        }
        ++number;
      }
}

}  // namespace
}  // namespace cardon::test

// SPDX-License-Identifier: Apache-2.0
// What a run counts is what the plan says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/codec/piece_header.hpp>
#include <cardon/plan/link_cost.hpp>
#include <cmath>

#include "evolve.hpp"

namespace cardon::test {
namespace {

Experiment ring_of_two() { return {.points = {5, 6, 24}, .sites = {1, 1}}; }

Experiment with(Experiment experiment, const std::string& driver) {
  experiment.driver = "{calibration: never, " + driver + "}";
  return experiment;
}

// The first exchange comes with step n + 1, for initial data are computed in the ghost zones.
TEST(Counts, MessagesPerStepFallWithTheDepthAndBytesPerStepStay) {
  const int steps = 25;
  const long face = 2 * (5 + 2) * (6 + 2);  // both ends, with the images in x and y
  for (const int depth : {1, 2, 3, 4, 6}) {
    const Experiment experiment = with(ring_of_two(), "ghost_zones: " + std::to_string(depth));
    const Outcome outcome = evolve(experiment, {.steps = steps, .look_every = 100});
    const LinkCost cost = link_cost(Case(experiment).program, 2, depth);
    EXPECT_LE(cost.values, 2);
    EXPECT_GE(cost.values, 1);
    for (const Timings& timings : outcome.timings) {
      const LinkTimings& link = timings.links.at(1);
      EXPECT_EQ(link.name, "a-b");
      EXPECT_EQ(link.depth, depth);
      EXPECT_EQ(link.messages, (steps - 1) / depth);
      EXPECT_EQ(link.bytes_raw, std::lround(cost.values * (steps - 1)) * face * long(sizeof(Real)));
      EXPECT_EQ(link.bytes_sent, link.bytes_raw + link.pieces * long(PieceHeader::size));
    }
  }
}

TEST(Counts, EveryNStepsMeansOneMessageInNSteps) {
  Experiment experiment = with(ring_of_two(), "ghost_zones: every 2 steps");
  experiment.physics = Physics::stages;
  const Outcome outcome = evolve(experiment, {.steps = 17, .look_every = 5});
  for (const Timings& timings : outcome.timings) {
    EXPECT_EQ(timings.links.at(1).depth, 8);
    EXPECT_EQ(timings.links[1].messages, 8);
  }
}

TEST(Counts, RedundantPointsOfLeapfrogFormATriangle) {
  const int steps = 12, depth = 4;
  const Outcome outcome =
      evolve(with(ring_of_two(), "ghost_zones: 4"), {.steps = steps, .look_every = 100});
  const long area = 5 * 6, leap = 1;
  for (const Timings& timings : outcome.timings) {
    const TaskTimings& task = timings.tasks.at(leap);
    EXPECT_EQ(task.needed_points, steps * area * 12);
    EXPECT_EQ(task.points - task.needed_points,
              2 * area * (steps / depth) * (depth * (depth - 1) / 2));
  }
}

TEST(Counts, PointsAreThoseOfThePlan) {
  for (const Physics physics : {Physics::leapfrog, Physics::stages})
    for (const auto& sites : std::vector<std::vector<int>>{{2}, {2, 1}, {1, 2, 1}})
      for (const char* driver :
           {"ghost_zones: 3, blocks_per_rank: 3", "ghost_zones: 5, overlap: never"}) {
        Experiment experiment{.physics = physics,
                              .points = {6, 5, 30},
                              .periodic = {true, false, sites.size() % 2 == 1},
                              .sites = sites};
        experiment = with(experiment, driver);
        const Outcome outcome = evolve(experiment);
        std::vector<long> needed(outcome.timings.front().tasks.size(), 0);
        for (std::size_t rank = 0; rank < outcome.timings.size(); ++rank)
          for (std::size_t task = 0; task < needed.size(); ++task) {
            const TaskTimings& timings = outcome.timings[rank].tasks.at(task);
            EXPECT_EQ(timings.points, outcome.planned_points[rank][task]) << experiment.text();
            needed[task] += timings.needed_points;
          }
        // Without redundant ones, all ranks together compute what one rank would.
        Experiment alone = experiment;
        alone.sites = {1};
        const Outcome reference = evolve(with(alone, "blocks_per_rank: 1"));
        for (std::size_t task = 0; task < needed.size(); ++task)
          EXPECT_EQ(needed[task], reference.timings[0].tasks[task].points) << experiment.text();
      }
}

TEST(Counts, PiecesAreNoLongerThanAskedFor) {
  for (const int bytes : {512, 700, 4000}) {
    std::size_t longest = 0;
    Manner manner;
    manner.weather.delay = [&](const Envelope& envelope) {
      longest = std::max(longest, envelope.bytes.size());
      return 0;
    };
    const Experiment experiment =
        with(ring_of_two(), "ghost_zones: 3, piece_bytes: " + std::to_string(bytes));
    const Outcome outcome = evolve(experiment, manner);
    EXPECT_LE(longest, std::size_t(bytes));
    EXPECT_GT(longest, std::size_t(bytes) / 2);
    EXPECT_GT(outcome.timings[0].links[1].pieces, outcome.timings[0].links[1].messages);
  }
}

TEST(Counts, CodecsSaveBytesAndChangeNoRawBytes) {
  // A field that comes to rest, so that messages resemble each other.
  Experiment experiment = ring_of_two();
  experiment.physics = Physics::stages;
  const Manner manner{.steps = 60, .look_every = 10};
  const std::string settings = "ghost_zones: 4, blocks_per_rank: 2";
  const Outcome plain = evolve(with(experiment, settings), manner);
  const Outcome packed =
      evolve(with(experiment, settings + ", compression: [change, zeros]"), manner);
  EXPECT_EQ(plain.timings[0].links[1].codec, "none");
  EXPECT_EQ(packed.timings[0].links[1].codec, "change, zeros");
  EXPECT_EQ(packed.timings[0].links[1].bytes_raw, plain.timings[0].links[1].bytes_raw);
  EXPECT_LT(packed.timings[0].links[1].bytes_sent, plain.timings[0].links[1].bytes_sent);
}

TEST(Counts, BlocksOfARankSendEachOtherNoMessages) {
  Experiment experiment{.points = {5, 6, 24}, .sites = {1}};
  experiment = with(experiment, "blocks_per_rank: 6");
  const Outcome outcome = evolve(experiment);
  EXPECT_EQ(outcome.decomposition.owned.size(), 6u);
  EXPECT_EQ(outcome.timings[0].links.at(0).messages, 0);
  EXPECT_GT(outcome.timings[0].links[0].exchanges, 0);
}

}  // namespace
}  // namespace cardon::test

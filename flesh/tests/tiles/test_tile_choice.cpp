// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/tiles/tile_choice.hpp>
#include <map>
#include <random>

#include "example_segments.hpp"

namespace cardon {
namespace {

/// Runs segments whose plain sweeps take a second per instance, those in tiles `tiled` of a second.
TileChoice timed(double tiled, int segments, const TileRoom& room = cube(256)) {
  TileChoice choice({}, room);
  choice.know(leapfrog(1), leapfrog(2));
  for (int n = 0; n < segments; ++n) {
    const SegmentFacts facts = leapfrog(choice.steps());
    const TileShape shape = choice.shape(facts);
    choice.took(facts, shape, (shape.rows > 0 ? tiled : 1) * facts.instances);
  }
  return choice;
}

TEST(TileChoice, KeepsTilesWhereTheyAreFaster) {
  const TileChoice choice = timed(0.5, 60);
  ASSERT_TRUE(choice.decided());
  EXPECT_GT(choice.steps(), 1);
  EXPECT_GT(choice.shape(leapfrog(choice.steps())).rows, 0);
  EXPECT_NEAR(choice.gain(), 2, 1e-9);
}

TEST(TileChoice, SweepsPlainlyWhereTilesDoNotPay) {
  for (const double tiled : {0.99, 1.2, 3.0}) {
    const TileChoice choice = timed(tiled, 60);
    ASSERT_TRUE(choice.decided()) << tiled;
    EXPECT_EQ(choice.steps(), 1) << tiled;
    EXPECT_EQ(choice.shape(leapfrog(8)).rows, 0) << tiled;
  }
}

// Exchanges end segments, of which the long ones wait for messages; the look at a limit of the step
// ends others.
TEST(TileChoice, ComparesSegmentsThatAreAsLong) {
  TileChoice choice({}, cube(256));
  for (int n = 0; n < 60; ++n) {
    const int steps = n % 3 == 2 ? 4 : 12;
    const TileShape shape = choice.shape(leapfrog(steps));
    const double computing = shape.rows > 0 ? 0.8 : 1;
    choice.took(leapfrog(steps), shape, steps * (steps == 12 ? computing + 2 : computing));
  }
  EXPECT_GT(choice.shape(leapfrog(12)).rows, 0);
  EXPECT_GT(choice.shape(leapfrog(4)).rows, 0);
  EXPECT_NEAR(choice.gain(), 3 / 2.8, 1e-9);
}

TEST(TileChoice, TriesWhatIsHopelessOnceOnly) {
  TileChoice choice({}, cube(256));
  choice.know(leapfrog(1), leapfrog(2));
  int tiled = 0;
  for (int n = 0; n < 60; ++n) {
    const SegmentFacts facts = leapfrog(choice.steps());
    const TileShape shape = choice.shape(facts);
    tiled += shape.rows > 0 ? 1 : 0;
    choice.took(facts, shape, (shape.rows > 0 ? 10 : 1) * facts.instances);
  }
  EXPECT_LE(tiled, 12);
}

/// The same, where seconds(segment) of a segment in tiles and of a plain one are given.
template <class Seconds>
TileChoice timed_by(int segments, const Seconds& seconds) {
  TileChoice choice({}, cube(256));
  choice.know(leapfrog(1), leapfrog(2));
  for (int n = 0; n < segments; ++n) {
    const SegmentFacts facts = leapfrog(choice.steps());
    const TileShape shape = choice.shape(facts);
    choice.took(facts, shape, seconds(n, shape.rows > 0) * facts.instances);
  }
  return choice;
}

// Twenty segments of a run over a slow link, say, that tiles hide.
TEST(TileChoice, TriesPlainSweepsTwiceWhereTheyAreHopeless) {
  int plain = 0;
  const auto seconds = [&](int n, bool tiled) {
    plain += n > 0 && !tiled ? 1 : 0;
    return tiled ? 0.5 : 1.0;
  };
  const TileChoice choice = timed_by(60, seconds);
  ASSERT_TRUE(choice.decided());
  EXPECT_EQ(plain, 2);
  EXPECT_NEAR(choice.gain(), 2, 1e-9);
  // But one disturbed sample of them does not exclude them.
  plain = 0;
  const TileChoice other =
      timed_by(60, [&](int, bool tiled) { return tiled || plain++ == 1 ? 1.1 : 1.0; });
  EXPECT_EQ(other.shape(leapfrog(8)).rows, 0);
}

// Other programs take the processor for a while in every fifth segment.
TEST(TileChoice, DisturbancesDoNotDecide) {
  std::mt19937 random(3);
  std::exponential_distribution<double> disturbance(1);
  int wrong = 0;
  for (const double share : {0.8, 1.2})
    for (int run = 0; run < 200; ++run) {
      const TileChoice choice = timed_by(100, [&](int, bool tiled) {
        return (tiled ? share : 1) + (random() % 5 == 0 ? disturbance(random) : 0);
      });
      wrong += (choice.shape(leapfrog(8)).rows > 0) == (share < 1) ? 0 : 1;
    }
  EXPECT_LE(wrong, 3) << "of 400";
}

// Differences that are clear, and ways that are hopeless, need no more samples.
TEST(TileChoice, OnlyWaysThatOverlapAreTimedMoreOften) {
  const auto segments = [](double share, double spread) {
    std::mt19937 random(5);
    TileChoice choice({}, cube(256));
    choice.know(leapfrog(1), leapfrog(2));
    int count = 0;
    for (; !choice.decided(); ++count) {
      const SegmentFacts facts = leapfrog(choice.steps());
      const TileShape shape = choice.shape(facts);
      const double noise = spread * double(random() % 1000) / 1000;
      choice.took(facts, shape, ((shape.rows > 0 ? share : 1) + noise) * facts.instances);
    }
    return count;
  };
  const int clear = segments(0.8, 0.1);
  EXPECT_EQ(clear, segments(0.8, 0));
  EXPECT_EQ(clear, segments(1.2, 0.1));
  const int alike = segments(0.98, 0.1);
  EXPECT_GE(alike, clear + 20);
  EXPECT_LE(alike, clear + 40);
}

/// The same, where tiles that fit the last-level cache take `wide` and narrow ones `narrow`.
TileChoice timed_shapes(double wide, double narrow, int segments, bool endless = true) {
  TileChoice choice({}, cube(256));
  if (endless) choice.know(leapfrog(1), leapfrog(2));
  for (int n = 0; n < segments; ++n) {
    const SegmentFacts facts = leapfrog(endless ? choice.steps() : 4);
    const TileShape shape = choice.shape(facts);
    const bool is_narrow = shape == choice.shapes(facts).back();
    choice.took(facts, shape, (shape.rows == 0 ? 1 : is_narrow ? narrow : wide) * facts.instances);
  }
  return choice;
}

TEST(TileChoice, NarrowTilesOfTheBestLengthAreTriedAsWell) {
  for (const bool endless : {true, false}) {
    const TileChoice choice = timed_shapes(0.9, 0.7, 60, endless);
    const SegmentFacts facts = leapfrog(endless ? choice.steps() : 4);
    EXPECT_EQ(choice.shape(facts).rows, 16);
    EXPECT_EQ(choice.shape(facts).planes, 2);
    EXPECT_NEAR(choice.gain(), 1 / 0.7, 1e-9);
    EXPECT_TRUE(choice.decided() || !endless);
  }
  // They can pay where wide ones do not, and the other way round.
  EXPECT_EQ(timed_shapes(1.2, 0.8, 60, false).shape(leapfrog(4)).rows, 16);
  EXPECT_EQ(timed_shapes(0.8, 1.2, 60, false).shape(leapfrog(4)).rows, 256);
  EXPECT_EQ(timed_shapes(1.2, 1.2, 60, false).shape(leapfrog(4)).rows, 0);
  // Much slower tiles say that these tasks are not for tiles.
  EXPECT_EQ(timed_shapes(1.6, 0.8, 60, false).shape(leapfrog(4)).rows, 0);
  EXPECT_EQ(timed_shapes(1.2, 0.8, 60).steps(), 8);
  EXPECT_EQ(timed_shapes(1.2, 1.2, 60).steps(), 1);
}

TileRoom large_second_level() {
  TileRoom room = cube(256);
  room.second_level = 2 * mib;
  return room;
}

// Of 32 rows in the second-level cache.
TEST(TileChoice, TilesInTheSecondLevelAreTriedBeforeNarrowOnes) {
  TileChoice choice({}, large_second_level());
  const std::map<int, double> seconds{{0, 1.0}, {256, 0.9}, {32, 0.5}, {16, 0.7}};
  std::map<int, int> samples;
  for (int n = 0; n < 1 + 5 + 5 + 5 + 2; ++n) {  // the first does not count
    const TileShape shape = choice.shape(leapfrog(4));
    ++samples[shape.rows];
    choice.took(leapfrog(4), shape, seconds.at(shape.rows) * 4);
  }
  EXPECT_EQ(samples, (std::map<int, int>{{0, 5}, {256, 6}, {32, 5}, {16, 2}}));
  EXPECT_EQ(choice.shape(leapfrog(4)).rows, 32);
  EXPECT_NEAR(choice.gain(), 2, 1e-9);
}

// An output ends a segment of 6 steps.
TEST(TileChoice, OtherLengthsHaveTilesLikeTheBestOne) {
  TileChoice choice({}, large_second_level());
  choice.know(leapfrog(1), leapfrog(2));
  while (!choice.decided()) {
    const SegmentFacts facts = leapfrog(choice.steps());
    const int rows = choice.shape(facts).rows;
    const bool in_second_level = rows == choice.shapes(facts)[1].rows;
    choice.took(facts, choice.shape(facts),
                (rows == 0         ? 1.0
                 : in_second_level ? 0.5
                                   : 0.8) *
                    facts.instances);
  }
  ASSERT_EQ(choice.steps(), 8);
  EXPECT_EQ(choice.shape(leapfrog(8)).rows, 22);
  EXPECT_EQ(choice.shape(leapfrog(6)), choice.shapes(leapfrog(6))[1]);
}

// A health check, say, every so many steps.
TEST(TileChoice, AFewStepsMoreMakeSegmentsLonger) {
  const TileChoice choice = timed(0.5, 60);
  ASSERT_EQ(choice.steps(), 8);
  const std::map<int, int> segments{{1, 1},  {8, 1},  {9, 1},  {12, 1}, {13, 2},
                                    {16, 2}, {19, 2}, {24, 3}, {25, 3}};
  for (const auto& [steps, number] : segments)
    EXPECT_EQ(choice.segments_of(steps), number) << steps;
  // No longer than somebody said, while lengths are timed, or than what fits.
  EXPECT_EQ(TileChoice({.mode = TileSettings::Mode::by_hand, .steps = 8}, cube(256)).segments_of(9),
            2);
  const TileChoice undecided = timed(0.5, 3);
  ASSERT_EQ(undecided.steps(), 4);
  EXPECT_EQ(undecided.segments_of(9), 3);
  TileRoom room = cube(256);
  room.share = 22 * mib / 10;  // 16 rows of 11 planes, not of 12
  ASSERT_EQ(timed(0.5, 60, room).steps(), 8);
  EXPECT_EQ(timed(0.5, 60, room).segments_of(9), 2);
}

TEST(TileChoice, RowsThatSettingsLeaveOpenAreTimed) {
  const auto rows_of = [](const TileSettings& settings, double in_second_level) {
    TileChoice choice(settings, large_second_level());
    for (int n = 0; n < 30; ++n) {
      const TileShape shape = choice.shape(leapfrog(4));
      const double share = shape.rows == 32 ? in_second_level : 1;
      choice.took(leapfrog(4), shape, share * 4);
    }
    return choice.shape(leapfrog(4)).rows;
  };
  TileSettings settings{.mode = TileSettings::Mode::by_hand, .steps = 4};
  EXPECT_EQ(rows_of(settings, 0.7), 32);
  EXPECT_EQ(rows_of(settings, 1.1), 256);
  settings.rows = 100;
  EXPECT_EQ(rows_of(settings, 0.7), 100);
}

TEST(TileChoice, WhereNoTileFitsNarrowOnesOfAStepAreTried) {
  TileChoice choice({}, cube(256));
  ASSERT_EQ(choice.fitting(many_arrays(1)).rows, 0);
  EXPECT_EQ(choice.first_tried(many_arrays(1)).rows, 16);
  EXPECT_EQ(choice.shapes(many_arrays(1)).size(), 1u);
  choice.know(many_arrays(1), many_arrays(2));
  for (int n = 0; n < 20; ++n) {
    const SegmentFacts facts = many_arrays(choice.steps());
    const TileShape shape = choice.shape(facts);
    EXPECT_TRUE(shape.rows == 0 || facts.instances == 32) << n;
    choice.took(facts, shape, (shape.rows > 0 ? 0.8 : 1) * facts.instances);
    EXPECT_TRUE(!choice.decided() || n >= 10);
  }
  EXPECT_TRUE(choice.decided());
  EXPECT_EQ(choice.steps(), 1);
  EXPECT_EQ(choice.shape(many_arrays(1)).rows, 16);
  EXPECT_NEAR(choice.gain(), 1 / 0.8, 1e-9);
  SegmentFacts facts = many_arrays(1);
  facts.fits = false;
  EXPECT_EQ(choice.first_tried(facts).rows, 0);
}

// It touches all memory for the first time.
TEST(TileChoice, TheFirstSegmentDoesNotCount) {
  const TileChoice choice = timed_by(60, [](int n, bool tiled) {
    return n == 0 ? 100 : tiled ? 0.5 : 1;
  });
  ASSERT_TRUE(choice.decided());
  EXPECT_EQ(choice.steps(), 8);
}

TEST(TileChoice, OneDisturbedSampleExcludesNothing) {
  for (int disturbed = 0; disturbed < 30; ++disturbed) {
    const TileChoice choice = timed_by(
        60, [&](int n, bool tiled) { return (n == disturbed ? 9 : 1) * (tiled ? 0.5 : 1); });
    ASSERT_TRUE(choice.decided());
    EXPECT_GT(choice.shape(leapfrog(choice.steps())).rows, 0) << disturbed;
    EXPECT_EQ(choice.steps(), 8) << disturbed;
  }
}

TEST(TileChoice, TimesAllOnceMoreWhenConditionsHaveChanged) {
  // A host that is busy at first, when tiles do not pay.
  const auto busy = [](int n, bool tiled) { return n < 60 ? 3.0 : tiled ? 0.5 : 1.0; };
  EXPECT_EQ(timed_by(60, busy).steps(), 1);
  const TileChoice later = timed_by(200, busy);
  ASSERT_TRUE(later.decided());
  EXPECT_GT(later.steps(), 1);
  EXPECT_NEAR(later.gain(), 2, 1e-9);
  // One that never is the same costs a bounded number of looks.
  int trials = 0;
  TileChoice choice = timed_by(20000, [&](int n, bool tiled) {
    trials += tiled ? 0 : 1;
    return (tiled ? 0.5 : 1.0) * (n / 50 % 2 == 0 ? 1 : 3);
  });
  EXPECT_LE(trials, 4 * 8);
}

/// How often segments of each length are timed, 0 for plain sweeps, until one is chosen: each
/// instance takes seconds(segment, steps).
template <class Seconds>
std::map<int, int> samples_of(TileChoice& choice, const Seconds& seconds) {
  std::map<int, int> samples;
  for (int n = 0; n < 200 && !choice.decided(); ++n) {
    const int steps = choice.steps();
    const SegmentFacts facts = leapfrog(steps);
    const TileShape shape = choice.shape(facts);
    const int length = shape.rows > 0 ? steps : 0;
    ++samples[length];
    choice.took(facts, shape, seconds(n, length) * steps);
  }
  return samples;
}

TEST(TileChoice, LengthsThatAreBeatenAreTimedTwice) {
  const auto by_length = [](int, int steps) { return steps == 0 ? 1.0 : steps < 8 ? 0.9 : 0.7; };
  TileChoice choice({}, cube(256));
  choice.know(leapfrog(1), leapfrog(2));
  std::map<int, int> samples = samples_of(choice, by_length);
  ASSERT_TRUE(choice.decided());
  EXPECT_EQ(choice.steps(), 8);
  for (const int beaten : {2, 4}) EXPECT_EQ(samples[beaten], 2) << beaten;
  EXPECT_EQ(samples[16], 5);
  EXPECT_EQ(samples[0], 5);
}

// Another program that takes the processor in one segment beats no length.
TEST(TileChoice, ADisturbanceBeatsNoLength) {
  for (int disturbed = 0; disturbed < 40; ++disturbed) {
    TileChoice choice({}, cube(256));
    choice.know(leapfrog(1), leapfrog(2));
    samples_of(choice, [&](int n, int steps) {
      return (n == disturbed ? 3 : 1) * (steps == 0 ? 1.0 : steps == 4 ? 0.5 : 0.7);
    });
    ASSERT_TRUE(choice.decided()) << disturbed;
    EXPECT_EQ(choice.steps(), 4) << disturbed;
  }
}

// In a short run they would be most of it.
TEST(TileChoice, PlainSweepsAreTimedInSegmentsThatAreNoLongerThanTiles) {
  TileChoice choice({}, cube(256));
  choice.know(many_arrays(1), many_arrays(2));
  for (int n = 0; n < 20; ++n) {
    ASSERT_EQ(choice.steps(), 1) << n;
    const TileShape shape = choice.shape(many_arrays(1));
    choice.took(many_arrays(1), shape, shape.rows > 0 ? 0.8 : 1);
  }
  EXPECT_TRUE(choice.decided());
}

TEST(TileChoice, BlocksInCacheAndRowsAloneAreNotTiled) {
  EXPECT_FALSE(TileChoice({}, cube(32)).possible());
  TileRoom row = cube(256);
  row.dimensions = 1;
  EXPECT_FALSE(TileChoice({}, row).possible());
  EXPECT_FALSE(TileChoice({TileSettings::Mode::never}, cube(256)).possible());
  EXPECT_TRUE(TileChoice({TileSettings::Mode::by_hand, 3, 5}, cube(32)).possible());
}

TEST(TileChoice, SegmentsThatDoNotFitAreNeverTiled) {
  TileChoice choice({TileSettings::Mode::by_hand, 3, 5}, cube(32));
  SegmentFacts facts = leapfrog(3);
  EXPECT_EQ(choice.shape(facts).rows, 5);
  facts.fits = false;
  EXPECT_EQ(choice.shape(facts).rows, 0);
}

}  // namespace
}  // namespace cardon

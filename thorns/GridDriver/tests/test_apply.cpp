// SPDX-License-Identifier: Apache-2.0
// Settings that change during a run: the same bits as without.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "evolve.hpp"
#include "grid_driver.hpp"
#include "site_setup.hpp"
#include "toy_codecs.hpp"

namespace cardon::test {
namespace {

using testing::HasSubstr;

std::vector<Real> reference(Experiment experiment, int steps) {
  experiment.sites = {1};
  experiment.driver = "{calibration: never}";
  return evolve(experiment, {.steps = steps}).values;
}

/// Draws settings with which the grid can be cut.
class Lots {
 public:
  Lots(const Experiment& experiment, unsigned seed)
      : case_(experiment),
        setup_(case_.setup()),
        ranks_(experiment.ranks()),
        sites_(grid_driver::plan_sites(setup_, ranks_)),
        random_(seed) {}

  DriverSettings next() {
    for (;;) {
      DriverSettings drawn = draw(sites_.settings);
      try {
        grid_driver::cut_sites(setup_, sites_.machine, drawn);
        return sites_.settings = drawn;
      } catch (const Error& error) {
        const std::string& slug = error.problems().front().slug;
        EXPECT_TRUE(slug.starts_with("driver/") || slug == "grid/ghost-zones") << slug;
      }
    }
  }
  /// Changes behind some of the steps.
  std::map<int, DriverSettings> changes(int steps) {
    std::map<int, DriverSettings> changes;
    for (int step = pick(0, 2); step < steps; step += pick(1, 3)) changes[step] = next();
    return changes;
  }

 private:
  int pick(int least, int most) { return least + int(random_() % unsigned(most - least + 1)); }
  DriverSettings draw(DriverSettings settings) {
    const std::vector<CodecNames> chains{
        {}, codec_names({"zeros"}), codec_names({"change", "zeros"})};
    settings.overlap = pick(0, 1) == 1;
    // Now and then only what needs no other boxes.
    const bool redecompose = pick(0, 3) > 0;
    if (redecompose) settings.blocks_per_rank = pick(1, 4);
    for (WideLinkSettings& link : settings.links) {
      if (redecompose) {
        link.depth = pick(1, 6);
        link.packing = pick(-1, 2) * 0.05;
      }
      for (CodecNames& chain : link.codecs) chain = chains[std::size_t(pick(0, 2))];
    }
    if (redecompose) settings.speeds.clear();
    if (redecompose && pick(0, 1) == 1)
      for (int rank = 0; rank < ranks_; ++rank) settings.speeds.push_back(pick(1, 5));
    return settings;
  }

  Case case_;
  DriverSetup setup_;
  int ranks_;
  grid_driver::SiteSetup sites_;
  std::mt19937 random_;
};

void expect_same_bits(Experiment experiment, const std::vector<std::vector<int>>& all_sites,
                      int trials) {
  constexpr int steps = 12;
  const std::vector<Real> wanted = reference(experiment, steps);
  unsigned seed = 1;
  for (const std::vector<int>& sites : all_sites)
    for (int trial = 0; trial < (long_version() ? 2 * trials : trials); ++trial) {
      experiment.sites = sites;
      experiment.driver = "{calibration: never, piece_bytes: 512}";
      ++seed;
      Manner manner{.steps = steps, .weather = storm(seed)};
      manner.changes = Lots(experiment, seed).changes(steps);
      EXPECT_EQ(evolve(experiment, manner).values, wanted)
          << experiment.text() << ", seed " << seed;
    }
}

TEST(Apply, SettingsMayChangeOnARing) {
  for (const Physics physics : {Physics::leapfrog, Physics::stages})
    expect_same_bits({.physics = physics, .points = {5, 6, 24}}, few_sites, 2);
}

TEST(Apply, SettingsMayChangeBetweenFaces) {
  for (const Physics physics : {Physics::leapfrog, Physics::stages})
    expect_same_bits({.physics = physics, .points = {6, 7, 27}, .periodic = {true, false, false}},
                     few_sites, 2);
}

TEST(Apply, SettingsMayChangeWithExteriorLayers) {
  for (const int owned : {0, 1, 2})
    expect_same_bits({.points = {7, 6, 30},
                      .periodic = {false, true, false},
                      .radius = 2,
                      .owned_layers = owned},
                     {{1, 1}, {2, 1, 1}}, 2);
}

TEST(Apply, SettingsMayChangeInOneAndTwoDirections) {
  for (const bool periodic : {true, false}) {
    expect_same_bits({.dimensions = 1, .points = {44, 1, 1}, .periodic = {periodic, true, true}},
                     few_sites, 2);
    expect_same_bits(
        {.dimensions = 2, .points = {24, 9, 1}, .periodic = {periodic, !periodic, true}}, few_sites,
        3);
  }
}

Experiment two_sites(const std::string& driver = "{calibration: never}") {
  return {.points = {6, 6, 40}, .sites = {1, 1}, .driver = driver};
}

DriverSettings settings_of(int depth, const CodecNames& there, const CodecNames& back) {
  DriverSettings settings;
  settings.links = {{.depth = depth, .codecs = {there, back}}};
  return settings;
}

TEST(Apply, FiguresOfLinksGoOn) {
  const CodecNames zeros = codec_names({"zeros"});
  Manner manner{.steps = 12};
  manner.changes = {{4, settings_of(2, {}, {})}, {8, settings_of(2, zeros, {})}};
  const Outcome plain = evolve(two_sites(), {.steps = 4}), tuned = evolve(two_sites(), manner);
  const LinkTimings &before = plain.timings[0].links[1], &after = tuned.timings[0].links[1];
  EXPECT_EQ(after.depth, 2);
  EXPECT_EQ(after.codec, "zeros from a, none from b");
  EXPECT_TRUE(after.lossless);
  // Every step but the first, then every other step.
  EXPECT_EQ(before.exchanges, 3);
  EXPECT_EQ(after.exchanges, before.exchanges + 2 + 2);
  EXPECT_GT(after.messages, before.messages);
}

// Other codecs alone: blocks stay, and their streams begin again. Successive values become alike.
TEST(Apply, OtherCodecsTakeEffect) {
  const CodecNames change = codec_names({"change", "zeros"});
  const auto sent = [](std::map<int, DriverSettings> changes) {
    Manner manner{.steps = 24};
    manner.changes = std::move(changes);
    return evolve(two_sites(), manner).timings[0].links[1].bytes_sent;
  };
  const DriverSettings without = settings_of(1, {}, {}), with = settings_of(1, change, change);
  const long always = sent({{0, with}}), later = sent({{0, without}, {12, with}}),
             never = sent({{0, without}});
  EXPECT_LT(always, later);
  EXPECT_LT(later, never);
}

// All agreed on a chain that shortens nothing and takes long. Each rank finds a better one, and
// sends through it without anybody's consent.
TEST(Apply, SendersGoOverToCodecsThatSuitTheirOwnData) {
  const CodecNames slow = codec_names({"slow_zeros"});
  const auto run = [](const std::string& driver, Manner manner) {
    manner.trials = {{5, {codec_names({"change", "zeros"})}}};
    manner.readings = {50};
    return evolve(two_sites(driver), manner);
  };
  const Manner agreed{.steps = 90, .changes = {{0, settings_of(1, slow, slow)}}};
  const Outcome plain = evolve(two_sites(), agreed), own = run("{calibration: never}", agreed);
  EXPECT_EQ(own.values, plain.values);
  for (const std::size_t rank : {0, 1}) {
    const LinkTimings &before = plain.timings[rank].links[1], &now = own.timings[rank].links[1];
    EXPECT_EQ(before.codec, "slow_zeros");
    EXPECT_EQ(now.codec, "change, zeros (chosen by the rank)");
    EXPECT_LT(now.bytes_sent, before.bytes_sent);
  }
  // Users have the last word.
  const std::string named = "{calibration: never, ghost_zones: 1, compression: [slow_zeros]}";
  const LinkTimings fixed = run(named, {.steps = 90}).timings[0].links[1];
  EXPECT_EQ(fixed.codec, "slow_zeros");
  EXPECT_EQ(fixed.bytes_sent,
            evolve(two_sites(named), {.steps = 90}).timings[0].links[1].bytes_sent);
}

// What they had gone over to is gone when blocks migrate or all agree on something else.
TEST(Apply, OwnCodecsEndWithOtherSettingsAndOwners) {
  const CodecNames slow = codec_names({"slow_zeros"}), better = codec_names({"change", "zeros"});
  Experiment experiment = two_sites("{calibration: never, blocks_per_rank: 2}");
  experiment.sites = {2, 2};
  const auto swapped = [](const Layout& layout) {
    std::vector<int> owners = layout.decomposition().rank_of_block;
    for (int& rank : owners) rank ^= 1;
    return owners;
  };
  Manner manner{.steps = 120, .changes = {{0, settings_of(1, slow, slow)}}};
  const Outcome plain = evolve(experiment, manner);
  manner.trials = {{5, {better}}};
  manner.readings = {40, 80};
  manner.moves = {{50, swapped}};
  manner.changes[90] = settings_of(2, slow, {});
  const Outcome own = evolve(experiment, manner);
  EXPECT_EQ(own.values, plain.values);
  for (const std::map<int, std::string>& codecs : own.codecs) {
    EXPECT_EQ(codecs.at(40), "change, zeros (chosen by the rank)");
    EXPECT_EQ(codecs.at(50), "slow_zeros") << "blocks have migrated";
    EXPECT_EQ(codecs.at(90), "slow_zeros from a, none from b");
  }
}

TEST(Apply, DirectionsHaveTheirOwnCodecs) {
  const auto sent = [](const CodecNames& there, const CodecNames& back) {
    Manner manner{.steps = 9};
    manner.changes = {{0, settings_of(1, there, back)}};
    std::vector<bool> smaller;
    for (const Timings& timings : evolve(two_sites(), manner).timings)
      smaller.push_back(timings.links[1].bytes_sent < timings.links[1].bytes_raw);
    return smaller;
  };
  const CodecNames zeros = codec_names({"zeros"});
  const std::vector<bool> none = sent({}, {}), there = sent(zeros, {}), both = sent(zeros, zeros);
  EXPECT_EQ(none, (std::vector<bool>{false, false}));
  EXPECT_EQ(there, (std::vector<bool>{both[0], false}));
  EXPECT_TRUE(both[0] && both[1]);
}

TEST(Apply, RefusesWhatCannotBeCutAndChangesNothing) {
  const Experiment experiment = two_sites();
  const Case the_case(experiment);
  SlowWorld world(2);
  world.run([&](Transport& transport) {
    grid_driver::GridDriver driver;
    driver.setup(the_case.setup(), transport);
    const DriverSettings before = driver.settings();
    const std::vector<Box> owned = driver.decomposition().owned;
    try {
      driver.apply(settings_of(30, {}, {}));
      ADD_FAILURE() << "thirty layers do not fit";
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr("[driver/ghost-depth]"));
    }
    EXPECT_THROW(driver.apply(settings_of(1, codec_names({"brotli"}), {})), Error);
    EXPECT_TRUE(same_settings(driver.settings(), before));
    EXPECT_EQ(driver.decomposition().owned, owned);
  });
}

}  // namespace
}  // namespace cardon::test

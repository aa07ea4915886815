// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment.hpp"
#include "grid_driver.hpp"
#include "link_settings.hpp"
#include "slow_world.hpp"
#include "toy_codecs.hpp"

namespace cardon::test {
namespace {

using grid_driver::LinkChoice;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<LinkChoice> choices(const Experiment& experiment, std::vector<Problem>& problems) {
  const Case the_case(experiment);
  return grid_driver::read_link_settings(*the_case.parameters, the_case.program,
                                         chain_links(the_case.machine, the_case.program.grid), 2,
                                         toy_codec, problems);
}

std::vector<LinkChoice> choices(const Experiment& experiment) {
  std::vector<Problem> problems;
  const std::vector<LinkChoice> found = choices(experiment, problems);
  EXPECT_TRUE(problems.empty());
  return found;
}

Experiment three_sites(const std::string& driver, Physics physics = Physics::leapfrog) {
  return {.physics = physics, .points = {6, 6, 40}, .sites = {1, 1, 1}, .driver = driver};
}

std::vector<int> depths(const std::string& driver, Physics physics = Physics::leapfrog) {
  std::vector<int> result;
  for (const LinkChoice& link : choices(three_sites(driver, physics)))
    result.push_back(link.settings.depth);
  return result;
}

std::vector<std::string> chains(const std::string& driver) {
  std::vector<std::string> result;
  for (const LinkChoice& link : choices(three_sites(driver))) {
    EXPECT_TRUE(same_chain(link.settings.codecs[0], link.settings.codecs[1]));
    result.push_back(chain_text(link.settings.codecs[0]));
  }
  return result;
}

std::vector<std::string> problems(const Experiment& experiment) {
  std::vector<std::string> texts;
  std::vector<Problem> found;
  choices(experiment, found);
  for (const Problem& problem : found) texts.push_back(format_problem(problem));
  return texts;
}

TEST(LinkSettings, DepthIsTheStencilUnlessSaid) {
  EXPECT_THAT(depths("{}"), ElementsAre(1, 1, 1));
  EXPECT_THAT(depths("{ghost_zones: 4}"), ElementsAre(4, 4, 4));
  EXPECT_THAT(depths("{ghost_zones: {b-c: 3}}"), ElementsAre(1, 3, 1));
  EXPECT_THAT(depths("{ghost_zones: {a-c: 2, a-b: 5}}"), ElementsAre(5, 1, 2));
}

TEST(LinkSettings, DepthMayBeGivenInSteps) {
  EXPECT_THAT(depths("{ghost_zones: every 3 steps}"), ElementsAre(3, 3, 3));
  EXPECT_THAT(depths("{ghost_zones: {a-b: every 2 steps, b-c: every 1 step}}", Physics::stages),
              ElementsAre(8, 4, 1));
}

TEST(LinkSettings, CodecsMayBeAChainOrNone) {
  EXPECT_THAT(chains("{}"), ElementsAre("none", "none", "none"));
  EXPECT_THAT(chains("{compression: zeros}"), ElementsAre("zeros", "zeros", "zeros"));
  EXPECT_THAT(chains("{compression: {a-b: [change, zeros], a-c: none, b-c: [none]}}"),
              ElementsAre("change, zeros", "none", "none"));
}

std::vector<std::string> left_to_the_tuner(const std::string& driver) {
  std::vector<std::string> result;
  for (const LinkChoice& link : choices(three_sites(driver))) {
    if (link.free_depth) result.push_back("depth " + link.name);
    if (link.free_codecs) result.push_back("codecs " + link.name);
  }
  return result;
}

TEST(LinkSettings, WhatIsNotGivenIsLeftToTheTuner) {
  EXPECT_EQ(left_to_the_tuner("{}").size(), 6u);
  EXPECT_THAT(left_to_the_tuner("{ghost_zones: auto, compression: none}"),
              ElementsAre("depth a-b", "depth b-c", "depth a-c"));
  EXPECT_THAT(left_to_the_tuner("{ghost_zones: 2, compression: {a-b: auto, b-c: zeros}}"),
              ElementsAre("codecs a-b", "codecs a-c"));
  EXPECT_THAT(left_to_the_tuner("{ghost_zones: {a-b: every 2 steps, b-c: auto}, compression: []}"),
              ElementsAre("depth b-c", "depth a-c"));
  EXPECT_THAT(depths("{ghost_zones: {a-b: auto, b-c: 3}}"), ElementsAre(1, 3, 1));
  EXPECT_THAT(chains("{compression: {a-b: auto, b-c: zeros}}"),
              ElementsAre("none", "zeros", "none"));
}

TEST(LinkSettings, UnknownLinksAreNamedWithTheirPlace) {
  EXPECT_THAT(problems(three_sites("{ghost_zones: {a-d: 3}}")),
              ElementsAre(AllOf(HasSubstr("no wide-area link a-d for driver.ghost_zones"),
                                HasSubstr("[driver/no-such-link]"), HasSubstr("test.yaml:1:24"),
                                HasSubstr("links: a-b, b-c, a-c"))));
  Experiment one_site = three_sites("{compression: {a-b: zeros}}");
  one_site.sites = {3};
  EXPECT_THAT(problems(one_site), ElementsAre(HasSubstr("there is one site")));
}

TEST(LinkSettings, TextThatIsNoDepthIsAnError) {
  for (const char* text :
       {"every 0 steps", "every -2 steps", "every four steps", "every 4", "every 4 steps please",
        "every 99999999999999 steps", "0", "-1", "2.5", "deep", "[2, 3]", "true"})
    EXPECT_THAT(problems(three_sites("{ghost_zones: " + std::string(text) + "}")),
                ElementsAre(AllOf(HasSubstr("driver.ghost_zones"), HasSubstr("test.yaml:1:23"))))
        << text;
}

std::string problem_of_run(const Experiment& experiment) {
  const Case the_case(experiment);
  SlowWorld world(experiment.ranks());
  try {
    world.run([&](Transport& transport) {
      grid_driver::GridDriver driver;
      driver.setup(the_case.setup(), transport);
    });
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(LinkSettings, AValueIsLookedAtWithoutLinksToo) {
  Experiment one_site = three_sites("{ghost_zones: every 0 steps, compression: brotli}");
  one_site.sites = {1};
  EXPECT_THAT(problem_of_run(one_site), AllOf(HasSubstr("ghost_zones"), HasSubstr("brotli")));
}

TEST(LinkSettings, BlocksOfASiteNeedTheLayersOfTheWidestStencil) {
  for (const char* text :
       {"{calibration: never, ghost_zones: 1}", "{calibration: never, ghost_zones: {intra: 1}}"}) {
    Experiment one_site = three_sites(text);
    one_site.sites = {2};
    one_site.radius = 2;
    EXPECT_THAT(problem_of_run(one_site),
                AllOf(HasSubstr("2 ghost layers are needed between blocks, but "
                                "driver.ghost_zones is 1"),
                      HasSubstr("[grid/ghost-zones]")));
  }
  EXPECT_THAT(problems(three_sites("{compression: {intra: none}}")),
              ElementsAre(HasSubstr("no wide-area link intra for driver.compression")));
}

TEST(LinkSettings, EverythingWrongIsToldAtOnce) {
  Experiment wrong = three_sites(
      "{ghost_zones: {a-b: 1, x-y: 2, b-c: every 0 steps}, compression: {a-b: [zeros, brotli, "
      "change], c-a: none, b-c: zeros-9}}");
  wrong.radius = 2;
  EXPECT_THAT(problems(wrong),
              ElementsAre(AllOf(HasSubstr("2 ghost layers are needed"),
                                HasSubstr("[grid/ghost-zones]"), HasSubstr("test.yaml:1:29")),
                          HasSubstr("[driver/no-such-link]"), HasSubstr("every 0 steps"),
                          HasSubstr("[registry/no-such-service]"), HasSubstr("[codec/order]"),
                          AllOf(HasSubstr("link c-a"), HasSubstr("driver.compression")),
                          HasSubstr("[codec/option]")));
}

TunableSet freedom(const Experiment& experiment) {
  const Case the_case(experiment);
  return grid_driver::GridDriver().decompose(the_case.setup(), experiment.ranks()).freedom;
}

TEST(LinkSettings, TheRestIsLeftToTheTunerTooIfThereAreSites) {
  const TunableSet all = freedom(three_sites("{}"));
  EXPECT_TRUE(all.overlap && all.blocks && all.weights);
  const TunableSet none = freedom(
      three_sites("{ghost_zones: 1, compression: none, overlap: always, blocks_per_rank: 2, "
                  "decomposition: fixed}"));
  EXPECT_FALSE(none.any());
  const TunableSet some =
      freedom(three_sites("{ghost_zones: 1, blocks_per_rank: auto, overlap: never}"));
  EXPECT_TRUE(some.blocks && some.weights && !some.overlap);
}

TEST(LinkSettings, OnOneSiteTheWeightsOfRanksAreLeftToTheTuner) {
  Experiment one_site = three_sites("{}");
  one_site.sites = {3};
  const TunableSet weights = freedom(one_site);
  EXPECT_TRUE(weights.weights && weights.any());
  EXPECT_FALSE(weights.overlap || weights.blocks);
  EXPECT_TRUE(weights.depth.empty() && weights.codecs.empty());
  one_site.sites = {1};
  EXPECT_FALSE(freedom(one_site).any());
  Experiment fixed = three_sites("{decomposition: fixed}");
  fixed.sites = {3};
  EXPECT_FALSE(freedom(fixed).any());
}

TEST(LinkSettings, BlocksAreANumberOrLeftToTheTuner) {
  for (const char* text : {"0", "101", "many", "2.5", "[1]", "{a-b: 3}"})
    EXPECT_THAT(problem_of_run(three_sites("{blocks_per_rank: " + std::string(text) + "}")),
                AllOf(HasSubstr("driver.blocks_per_rank"), HasSubstr("test.yaml:1:27")))
        << text;
  EXPECT_THAT(problem_of_run(three_sites("{blocks_per_rank: 0, ghost_zones: 0}")),
              AllOf(HasSubstr("driver.blocks_per_rank"), HasSubstr("driver.ghost_zones")));
}

TEST(LinkSettings, ADepthBeyondTheSitesIsAnError) {
  EXPECT_THAT(problem_of_run(three_sites("{calibration: never, ghost_zones: every 30 steps}")),
              AllOf(HasSubstr("ghost depth 30"), HasSubstr("[driver/ghost-depth]"),
                    HasSubstr("use at most 13 layers"), HasSubstr("test.yaml:1:")));
}

}  // namespace
}  // namespace cardon::test

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

using grid_driver::LinkSettings;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<LinkSettings> settings_of(Experiment experiment) {
  const Case the_case(experiment);
  return grid_driver::read_link_settings(*the_case.parameters, the_case.program,
                                         chain_links(the_case.machine, the_case.program.grid), 2,
                                         toy_codec);
}

Experiment three_sites(const std::string& driver, Physics physics = Physics::leapfrog) {
  return {.physics = physics, .points = {6, 6, 40}, .sites = {1, 1, 1}, .driver = driver};
}

std::vector<int> depths(const std::string& driver, Physics physics = Physics::leapfrog) {
  std::vector<int> result;
  for (const LinkSettings& link : settings_of(three_sites(driver, physics)))
    result.push_back(link.depth);
  return result;
}

std::vector<std::string> chains(const std::string& driver) {
  std::vector<std::string> result;
  for (const LinkSettings& link : settings_of(three_sites(driver)))
    result.push_back(chain_text(link.codecs));
  return result;
}

std::vector<std::string> problems(const Experiment& experiment) {
  std::vector<std::string> texts;
  try {
    settings_of(experiment);
  } catch (const Error& error) {
    for (const Problem& problem : error.problems()) texts.push_back(format_problem(problem));
  }
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

TEST(LinkSettings, AValueIsLookedAtWithoutLinksToo) {
  Experiment one_site = three_sites("{ghost_zones: every 0 steps, compression: brotli}");
  one_site.sites = {1};
  EXPECT_THAT(problems(one_site), ElementsAre(HasSubstr("ghost_zones"), HasSubstr("brotli")));
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

std::string problem_of_run(const Experiment& experiment) {
  const Case the_case(experiment);
  SlowWorld world(experiment.ranks());
  try {
    world.run([&](Transport& transport) {
      grid_driver::GridDriver driver;
      driver.setup(the_case.setup(&transport));
    });
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(LinkSettings, PaddedSpeedsAreOnePerRank) {
  EXPECT_THAT(problem_of_run(three_sites("{padded_speeds: [1, 2]}")),
              AllOf(HasSubstr("has 2 speeds, but there are 3 ranks"),
                    HasSubstr("[driver/padded-speeds]"), HasSubstr("test.yaml:1:")));
  EXPECT_EQ(problem_of_run(three_sites("{padded_speeds: [1, 2, 1]}")), "");
}

TEST(LinkSettings, ADepthBeyondTheSitesIsAnError) {
  EXPECT_THAT(problem_of_run(three_sites("{calibration: never, ghost_zones: every 30 steps}")),
              AllOf(HasSubstr("ghost depth 30"), HasSubstr("[driver/ghost-depth]"),
                    HasSubstr("use at most 13 layers"), HasSubstr("test.yaml:1:")));
}

}  // namespace
}  // namespace cardon::test

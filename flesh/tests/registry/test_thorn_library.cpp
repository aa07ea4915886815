// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/services/integrator.hpp>

#include "registry/thorn_library.hpp"

namespace cardon {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

const std::string good = TEST_THORNS "/good";
const std::string bad = TEST_THORNS "/bad";

std::vector<Node> names(std::initializer_list<const char*> list) {
  std::vector<Node> nodes;
  for (const char* name : list) nodes.push_back(Node::scalar(name));
  return nodes;
}

ThornLibrary library(std::initializer_list<const char*> list) {
  std::vector<Problem> problems;
  ThornLibrary loaded =
      load_thorns(ThornPath::only({good + "/thorns"}, {good + "/services"}), names(list), problems);
  EXPECT_EQ(format_problems(problems), format_problems({}));
  return loaded;
}

TEST(ThornLibrary, ActivatesInTheOrderOfTheFile) {
  const ThornLibrary loaded = library({"Beta", "Alpha"});
  ASSERT_EQ(loaded.active.size(), 2u);
  EXPECT_EQ(loaded.active[0].name, "Beta");
  EXPECT_EQ(loaded.active[1].name, "Alpha");
}

TEST(ThornLibrary, RefusesAThornThatIsNamedTwice) {
  for (const char* again : {"Beta", "Arrangement/Beta"}) {
    std::vector<Problem> problems;
    std::vector<Node> list = names({"Beta", "Alpha", again});
    list[2].where = {"twice.yaml", 2, 23};
    load_thorns(ThornPath::only({good + "/thorns"}, {good + "/services"}), list, problems);
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].slug, "registry/duplicate-thorn");
    EXPECT_EQ(problems[0].message, "thorn Beta is named twice");
    EXPECT_EQ(problems[0].where.column, 23);
  }
}

TEST(ThornLibrary, OffersServicesWithoutBeingAsked) {
  const ThornLibrary loaded = library({"Alpha"});
  ASSERT_EQ(loaded.services.size(), 1u);
  EXPECT_EQ(loaded.services[0].name, "Steps");
  EXPECT_THAT(loaded.inactive, testing::ElementsAre("Beta"));
  EXPECT_EQ(loaded.catalogue.make<Integrator>("second")->order(), 2);
}

TEST(ThornLibrary, NamingAServiceThornIsHarmless) {
  const ThornLibrary loaded = library({"Steps", "Alpha"});
  EXPECT_TRUE(loaded.services.empty());
  EXPECT_EQ(loaded.active.size(), 2u);
  EXPECT_EQ(loaded.catalogue.of_role("integrator").size(), 2u);
}

TEST(ThornLibrary, CollectsTheProblemsOfAllThorns) {
  std::vector<Problem> problems;
  const auto path = ThornPath::only({good + "/thorns", bad}, {good + "/services"});
  const ThornLibrary loaded = load_thorns(path, names({"OldThorn", "Alpha", "Nowhere"}), problems);
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].slug, "registry/thorn-version");
  EXPECT_EQ(problems[1].slug, "registry/thorn-not-found");
  ASSERT_EQ(loaded.active.size(), 1u);
  EXPECT_EQ(loaded.active[0].name, "Alpha");
}

TEST(ThornLibrary, RefusesTwoProvidersOfOneService) {
  std::vector<Problem> problems;
  load_thorns(ThornPath::only({}, {good + "/services", TEST_THORNS "/twin/services"}), {},
              problems);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].slug, "registry/duplicate-service");
  EXPECT_EQ(problems[0].message, "Steps and Twin both provide integrator first");
}

TEST(ServiceCatalogue, ListsTheNamesOfARole) {
  const ThornLibrary loaded = library({});
  EXPECT_THAT([&] { loaded.catalogue.make<Integrator>("secnd"); },
              ThrowsMessage<Error>(
                  AllOf(HasSubstr("there is no integrator secnd"),
                        HasSubstr("did you mean second?"), HasSubstr("[registry/no-such-service]"),
                        HasSubstr("services of the role integrator: first, second"))));
  EXPECT_THAT([&] { loaded.catalogue.require("codec", "zlib"); },
              ThrowsMessage<Error>(HasSubstr("no thorn provides a service of the role codec")));
}

TEST(RegisterParameters, MakesSectionsOfThornsAndServices) {
  ParameterRegistry registry;
  register_parameters(library({"Alpha"}), registry, "unigrid");
  const ParameterSection* alpha = registry.find("Alpha");
  ASSERT_TRUE(alpha);
  EXPECT_EQ(alpha->description, "One of everything");
  EXPECT_EQ(alpha->use, SectionUse::always);
  EXPECT_TRUE(alpha->find("speed"));
  ASSERT_TRUE(registry.find("time.second"));
  EXPECT_EQ(registry.find("time.second")->use, SectionUse::always);
  EXPECT_FALSE(registry.find("Steps"));
  EXPECT_THAT(registry.known_thorns(), testing::ElementsAre("Beta"));
}

TEST(RegisterParameters, GivesEveryOutputItsCadenceAndFields) {
  ParameterRegistry registry;
  register_parameters(library({}), registry, "unigrid");
  const ParameterSection* planes = registry.find("output.planes");
  ASSERT_TRUE(planes);
  EXPECT_EQ(planes->use, SectionUse::repeatable);
  EXPECT_EQ(planes->provider, "Steps");
  for (const char* name : {"plane", "every", "fields"}) EXPECT_TRUE(planes->find(name)) << name;
}

}  // namespace
}  // namespace cardon

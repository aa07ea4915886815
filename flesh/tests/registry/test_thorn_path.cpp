// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <fstream>

#include "registry/thorn_path.hpp"

namespace cardon {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

const std::string good = TEST_THORNS "/good";

ThornPath test_path() { return ThornPath::only({good + "/thorns"}, {good + "/services"}); }

TEST(ThornPath, FindsByName) {
  const ThornPath path = test_path();
  ASSERT_TRUE(path.find("Alpha"));
  EXPECT_EQ(path.find("Alpha")->file, good + "/thorns/Alpha.so");
  EXPECT_FALSE(path.find("Alpha")->service);
  ASSERT_TRUE(path.find("Steps"));
  EXPECT_TRUE(path.find("Steps")->service);
  EXPECT_FALSE(path.find("Gamma"));
  EXPECT_FALSE(path.find(""));
}

TEST(ThornPath, FindsWithAndWithoutArrangement) {
  const ThornPath path = test_path();
  for (const char* name : {"Beta", "Arrangement/Beta"}) {
    ASSERT_TRUE(path.find(name)) << name;
    EXPECT_EQ(path.find(name)->name, "Beta");
  }
  EXPECT_EQ(path.find("Any/Alpha")->name, "Alpha");
}

TEST(ThornPath, ListsAllByName) {
  std::vector<std::string> names;
  for (const ThornFile& thorn : test_path().available()) names.push_back(thorn.name);
  EXPECT_THAT(names, testing::ElementsAre("Alpha", "Beta", "Steps"));
}

TEST(ThornPath, NamesNeighboursAndFoldersOfAMissingThorn) {
  const Location where{"wave.yaml", 2, 10, 5, "thorns: [Alhpa]"};
  EXPECT_THAT([&] { test_path().require("Alhpa", where); },
              ThrowsMessage<Error>(AllOf(
                  HasSubstr("there is no thorn Alhpa"), HasSubstr("[registry/thorn-not-found]"),
                  HasSubstr("--> wave.yaml:2:10"), HasSubstr("^^^^^ did you mean Alpha?"),
                  HasSubstr("searched " + good + "/thorns"), HasSubstr("--thorn-path"))));
}

TEST(ThornPath, RefusesWhatIsNoName) {
  // The first one leads to an existing file.
  for (const char* name : {"../thorns/Alpha", "/Alpha", "A/B/Alpha", "Alpha.so", "./Alpha", "Any/",
                           "", "2Alpha", "Al pha"})
    EXPECT_THAT(
        [&] {
          test_path().require(name, {"wave.yaml", 2, 10});
        },
        ThrowsMessage<Error>(AllOf(HasSubstr("[registry/thorn-name]"),
                                   HasSubstr("\" is not the name of a thorn"),
                                   HasSubstr("--> wave.yaml:2:10"))))
        << name;
}

TEST(ThornPath, TakesFoldersAndBuildFoldersOfUsers) {
  const std::string build = testing::TempDir() + "/user_build";
  std::filesystem::create_directories(build + "/lib/cardon/thorns");
  std::ofstream(build + "/lib/cardon/thorns/Mine.so") << "x";
  EXPECT_TRUE(ThornPath({build}).find("Mine"));
  EXPECT_TRUE(ThornPath({build + "/lib/cardon/thorns"}).find("Mine"));
  EXPECT_TRUE(ThornPath({good}).find("Steps")->service);
}

TEST(ThornPath, CountsFromTheFolderOfTheParameterFile) {
  const std::string folder = testing::TempDir() + "/with_file";
  std::filesystem::create_directories(folder + "/mine");
  std::ofstream(folder + "/a.yaml") << "thorn_path: mine\n";
  std::ofstream(folder + "/mine/Mine.so") << "x";
  Node entry = Node::scalar("mine");
  entry.where = {folder + "/a.yaml", 1, 13};
  EXPECT_TRUE(ThornPath({}, {entry}).find("Mine"));
}

TEST(ThornPath, NamesAllFoldersThatDoNotExist) {
  EXPECT_THAT(
      [] {
        ThornPath({"/no/such/place", "/nor/this"});
      },
      ThrowsMessage<Error>(AllOf(HasSubstr("thorn folder /no/such/place does not exist"),
                                 HasSubstr("/nor/this"), HasSubstr("[registry/no-folder]"))));
}

}  // namespace
}  // namespace cardon

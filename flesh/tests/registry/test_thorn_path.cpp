// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include "registry/thorn_path.hpp"
#include "registry/trusted_folders.hpp"

namespace cardon {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

const std::string good = TEST_THORNS "/good";

// A home of its own, so that a test depends on nothing that lies in that of its user.
class Home {
 public:
  Home() {
    std::filesystem::remove_all(folder_);
    setenv("XDG_CONFIG_HOME", folder_.c_str(), 1);
  }
  ~Home() { unsetenv("XDG_CONFIG_HOME"); }
  void trust(const std::string& lines) const {
    std::filesystem::create_directories(folder_ + "/cardon");
    std::filesystem::remove(trust_file());
    std::ofstream(trust_file()) << lines;
    std::filesystem::permissions(trust_file(), std::filesystem::perms(0600));
  }

 private:
  const std::string folder_ = testing::TempDir() + "/home_of_test_thorn_path";
};

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
  Home home;
  const std::string folder = testing::TempDir() + "/with_file";
  std::filesystem::create_directories(folder + "/mine");
  std::ofstream(folder + "/a.yaml") << "thorn_path: mine\n";
  std::ofstream(folder + "/mine/Mine.so") << "x";
  Node entry = Node::scalar("mine");
  entry.where = {folder + "/a.yaml", 1, 13};
  EXPECT_THAT(
      [&] { ThornPath({}, {entry}); },
      ThrowsMessage<Error>(AllOf(HasSubstr("/with_file/mine is not trusted"),
                                 HasSubstr("[registry/untrusted]"), HasSubstr("a.yaml:1:13"),
                                 HasSubstr("--thorn-path"), HasSubstr("cardon/trusted-thorns"))));
  EXPECT_TRUE(ThornPath({folder + "/mine"}, {entry}).find("Mine"));
  EXPECT_TRUE(ThornPath({folder}, {entry}).find("Mine"));
  home.trust("# mine\n\n/no/such/folder\n" + folder + "/ours\n");
  EXPECT_THROW(ThornPath({}, {entry}), Error);
  home.trust(folder + "/min\n");
  EXPECT_THROW(ThornPath({}, {entry}), Error);
  home.trust(folder + "  \n");
  EXPECT_TRUE(ThornPath({}, {entry}).find("Mine"));
}

TEST(ThornPath, RefusesTrustFilesOfOthers) {
  Home home;
  home.trust("/usr\n");
  EXPECT_EQ(trusted_folders(trust_file()).size(), 1u);
  std::filesystem::permissions(trust_file(), std::filesystem::perms::group_write,
                               std::filesystem::perm_options::add);
  EXPECT_THAT([] { trusted_folders(trust_file()); },
              ThrowsMessage<Error>(AllOf(HasSubstr("can be written by others"),
                                         HasSubstr("[registry/trust-file]"))));
  home.trust("/usr\nhere\n");
  EXPECT_THAT([] { trusted_folders(trust_file()); },
              ThrowsMessage<Error>(HasSubstr("trusted-thorns:2")));
}

TEST(ThornPath, RefusesWhatAnybodyMayChange) {
  const std::filesystem::path folder =
      std::filesystem::canonical(testing::TempDir()) / "open_to_all";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "Mine.so") << "x";
  const auto all = std::filesystem::perms::others_write;
  for (const auto& path : {folder, folder / "Mine.so"}) {
    EXPECT_TRUE(ThornPath({folder.string()}).find("Mine"));
    std::filesystem::permissions(path, all, std::filesystem::perm_options::add);
    EXPECT_THAT([&] { ThornPath({folder.string()}); },
                ThrowsMessage<Error>(AllOf(HasSubstr(path.string() + " is writable by every user"),
                                           HasSubstr("[registry/untrusted]"))));
    std::filesystem::permissions(path, all, std::filesystem::perm_options::remove);
  }
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

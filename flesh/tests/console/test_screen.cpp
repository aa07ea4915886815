// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "console/screen.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::SizeIs;

class ScreenTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "cardon-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::vector<std::string> log() const {
    std::vector<std::string> lines;
    std::ifstream in(folder_ / "log.txt");
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
  }
  fs::path folder_;
};

TEST(SecondsLeft, CountTheStepsOfThisRunOnly) {
  const Progress p{.iteration = 950, .last_iteration = 1000, .first_iteration = 900, .seconds = 20};
  EXPECT_DOUBLE_EQ(seconds_left(p).value(), 20);
}

TEST(SecondsLeft, AreNotKnownBeforeTheFirstStep) {
  EXPECT_FALSE(seconds_left({.iteration = 0, .last_iteration = 1000}));
  EXPECT_FALSE(seconds_left({.iteration = 900, .last_iteration = 1000, .first_iteration = 900}));
}

TEST_F(ScreenTest, LinesOfProgressComeLessAndLessOften) {
  {
    Screen screen(true, true);
    screen.log_to(folder_);
    for (long n = 0; n <= 86400; ++n)
      screen.progress({.iteration = n, .last_iteration = 86400, .seconds = double(n)}, n == 86400);
  }
  const auto lines = log();
  EXPECT_LT(lines.size(), 300u);
  EXPECT_GT(lines.size(), 100u);
  EXPECT_THAT(lines.at(1), HasSubstr("     5  "));
}

TEST_F(ScreenTest, ALogThatCannotBeWrittenIsReportedOnce) {
  fs::create_symlink("/dev/full", folder_ / "log.txt");
  testing::internal::CaptureStderr();
  Screen screen(true, true);
  screen.log_to(folder_);
  screen.say(std::string(10000, 'x'));
  screen.say("two");
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, testing::StartsWith("warning: cannot write " + (folder_ / "log.txt").string() +
                                        ": No space left on device "));
  EXPECT_THAT(said, HasSubstr("[output/log]"));
  EXPECT_EQ(said.find("warning", 1), said.npos) << said;
}

TEST_F(ScreenTest, ALogThatCannotBeOpenedDoesNotStopTheRun) {
  fs::create_directory(folder_ / "log.txt");
  testing::internal::CaptureStderr();
  Screen screen(true, true);
  screen.say("before");
  screen.log_to(folder_);
  screen.say("after");
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, testing::StartsWith("warning: cannot write " + (folder_ / "log.txt").string() +
                                        ": Is a directory "));
  EXPECT_THAT(said, HasSubstr("[output/log]"));
  EXPECT_EQ(said.find("warning", 1), said.npos) << said;
}

TEST_F(ScreenTest, AnEstimateComesWithTheFirstLineAfterARestart) {
  {
    Screen screen(true, true);
    screen.log_to(folder_);
    screen.progress(
        {.iteration = 910, .last_iteration = 1000, .first_iteration = 900, .seconds = 6}, false);
  }
  ASSERT_THAT(log(), SizeIs(2));
  EXPECT_THAT(log().back(), HasSubstr("91 %   54 s"));
}

}  // namespace
}  // namespace cardon

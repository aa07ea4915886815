// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "console/screen.hpp"
#include "retry/attempt.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;

class AnEndedTry : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "cardon-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }
  void table(long rows) const {
    std::ofstream out(folder_ / "scalars.tsv");
    out << "# of a run\niteration\ttime [s]\tphi.min\n";
    for (long n = 0; n <= rows; ++n) out << n << '\t' << 0.25 * double(n) << "\t17\n";
  }
  fs::path folder_;
};

TEST_F(AnEndedTry, ReachedWhatItsTableTells) {
  EXPECT_FALSE(reached_iteration(folder_));
  table(7);
  EXPECT_EQ(reached_iteration(folder_), 7);
  table(100000);
  EXPECT_EQ(reached_iteration(folder_), 100000);
}

TEST_F(AnEndedTry, ReachedWhatItsProgressTells) {
  {
    Screen screen(true, true);
    screen.log_to(folder_);
    screen.say("1200 s are nothing, and 77 is not an iteration");
    screen.progress(
        {.iteration = 4210, .last_iteration = 5000, .time = 1.5, .dt = 1e-3, .seconds = 9}, false);
    screen.say("finished after 9999 iterations");
  }
  EXPECT_EQ(reached_iteration(folder_), 4210);
  table(4300);
  EXPECT_EQ(reached_iteration(folder_), 4300);
}

TEST_F(AnEndedTry, LosesWhatCameAfterTheCheckpoint) {
  Attempt ended{.folder = folder_, .iteration = 0, .seconds = 40};
  ended.ended = fs::file_time_type::clock::now();
  const AttemptCheckpoint checkpoint{folder_, "", 200, ended.ended - std::chrono::seconds(4)};
  EXPECT_EQ(ended.lost_text(checkpoint), "4.0 s");
  EXPECT_EQ(ended.lost_text({}), "40 s");
  table(237);
  EXPECT_EQ(ended.lost_text(checkpoint), "4.0 s, about 37 iterations");
  EXPECT_EQ(ended.lost_text({}), "40 s, about 237 iterations");
}

TEST_F(AnEndedTry, LosesAllOfItselfWhereTheCheckpointIsOlder) {
  Attempt ended{.folder = folder_, .iteration = 200, .seconds = 40};
  ended.ended = fs::file_time_type::clock::now();
  table(230);
  const AttemptCheckpoint checkpoint{"older", "", 200, ended.ended - std::chrono::hours(1)};
  EXPECT_EQ(ended.lost_text(checkpoint), "40 s, about 30 iterations");
}

}  // namespace
}  // namespace cardon

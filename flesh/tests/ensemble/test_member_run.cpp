// SPDX-License-Identifier: Apache-2.0
// Members whose runs are functions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>
#include <iostream>

#include "../support/scratch_folder.hpp"
#include "ensemble/member_run.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;

class MemberRun : public testing::Test {
 protected:
  MemberResult run(const RunFunction& function) { return run_member(base, member, function); }
  // A run that writes a checkpoint and these words, and ends with this exit code.
  MemberResult run(const std::string& words, int code) {
    return run([&](const RunOptions& options) {
      restart = std::filesystem::path(options.restart).filename().string();
      std::filesystem::create_directories(options.out / "checkpoints" / "latest");
      std::cout << words;
      return code;
    });
  }
  ScratchFolder folder;
  MemberBase base{.out = folder.path.string()};
  Member member{.name = "m"};
  std::string restart;
};

TEST_F(MemberRun, ReportsTheErrorOfTheLastAttempt) {
  EXPECT_EQ(run("error: one  two\n", 3).error, "one two");
  EXPECT_EQ(run("error: three\n", 3).error, "three");
  EXPECT_EQ(folder.text("m.log"), "error: three\n");
  EXPECT_EQ(run("", exit_environment).error, "exit code 4 without a message in its log");
  EXPECT_EQ(run("", exit_finished).outcome, "finished");
  EXPECT_FALSE(std::filesystem::exists(folder.path / "m.log"));
}

TEST_F(MemberRun, ContinuesNoAttemptWhoseResultWasDiscarded) {
  run("", exit_resubmit);
  EXPECT_EQ(restart, "");
  run("", exit_health);
  EXPECT_EQ(restart, "m");
  member.discarded = 1;
  run("", exit_resubmit);
  EXPECT_EQ(restart, "");
  run("", exit_health);
  EXPECT_EQ(restart, "m.try3");
  member.discarded = 2;
  run("", exit_resubmit);
  EXPECT_EQ(restart, "");
}

// Its worker was killed between the end of the run and the report.
TEST_F(MemberRun, AnAttemptThatHadFinishedIsNotRunAgain) {
  base.summary = {"time"};
  const auto leave = [&](const std::string& summary) {
    return [&, summary](const RunOptions& options) {
      std::filesystem::create_directories(options.out / "checkpoints" / "latest");
      folder.write(options.out.filename().string() + "/summary.json", summary);
      return int(exit_resubmit);
    };
  };
  run(leave(R"({"status": "stopped", "exit_code": 75, "iterations": 2, "time": 1})"));
  EXPECT_EQ(run(leave(R"({"status": "finished", "exit_code": 4})")).outcome, "stopped");
  run(leave(R"({"status": "finished", "exit_code": 0, "iterations": 4, "time": 2})"));
  restart = "not run";
  const MemberResult result = run("error: nothing is left\n", exit_bad_input);
  EXPECT_EQ(restart, "not run");
  EXPECT_EQ(result.outcome, "finished");
  EXPECT_EQ(result.iterations, 4);
  EXPECT_THAT(result.figures, ElementsAre("2"));
  EXPECT_EQ(std::filesystem::path(result.folder).filename(), "m.try3");
  member.discarded = 1;  // --retry-failed
  run("", exit_finished);
  EXPECT_EQ(restart, "");
}

TEST_F(MemberRun, ReadsFigures) {
  base.scalars = {"e.l2", "e.max"};
  base.summary = {"per_rank.1.points", "results.a.b", "bad"};
  const auto write = [&](const RunOptions& options) {
    const std::string name = options.out.filename().string();
    folder.write(name + "/summary.json", R"({"iterations": 4, "per_rank": [{"points": 5},
        {"points": 6}], "results": {"a.b": 0.5}, "bad": null})");
    folder.write(name + "/scalars.tsv", "iteration\ttime [s]\te.l2\te.max\n4\t0.1\t-nan\t0.25\n");
    return int(exit_finished);
  };
  MemberResult result = run(write);
  EXPECT_THAT(result.figures, ElementsAre("nan", "0.25", "6", "0.5", "nan"));
  EXPECT_EQ(result.error, "");
  base.scalars = {"e.l3"};
  base.summary = {"per_rank.2.points", "per_rank.x", "per_rank", "time"};
  result = run(write);
  EXPECT_THAT(result.figures, ElementsAre("", "", "", "", ""));
  for (const char* name : {"e.l3", "per_rank.2.points", "per_rank.x", "time", "[ensemble/column]"})
    EXPECT_THAT(result.error, testing::HasSubstr(name));
}

}  // namespace
}  // namespace cardon

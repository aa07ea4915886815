// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "checkpoint/checkpoint_folder.hpp"
#include "retry/pauses.hpp"
#include "retry/supervisor.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// Scripts stand for runs. In a script $try is the number of the attempt, $out the run folder; its
/// arguments are written to `calls`, a line for each attempt.
class Retries : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "cardon-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    options_.out = folder_ / "out";
    options_.name = "wave";
    options_.retries = 3;
    options_.first_pause = 1e-3;
    options_.quiet = true;
  }
  void TearDown() override { fs::remove_all(folder_); }

  int run(const std::string& script) {
    std::ofstream(folder_ / "script") << "cd " << folder_.string() << "\n"
                                      << "echo \"$@\" >> calls\n"
                                      << "try=$(wc -l < calls)\n"
                                      << "while [ \"$1\" != --out ]; do shift; done\n"
                                      << "out=$2\n"
                                      << "mkdir -p $out; touch $out/begun\n"
                                      << "trap '[ $? != 0 ] || " << mark("0") << "' EXIT\n"
                                      << script;
    options_.program = {"/bin/sh", (folder_ / "script").string()};
    return run_with_retries(options_);
  }

  /// What a run leaves at its end.
  static std::string mark(const std::string& code) {
    return "echo {\\\"exit_code\\\": " + code + "} > $out/summary.json";
  }

  /// A checkpoint of nothing, which a script moves to its run folder.
  std::string checkpoint(long iteration) const {
    CheckpointManifest manifest;
    manifest.iteration = iteration;
    const std::string name = "it" + std::to_string(iteration);
    fs::create_directories(folder_ / name);
    std::ofstream(folder_ / name / manifest_name) << to_text(manifest);
    return "mkdir -p $out/checkpoints; mv " + name + " $out/checkpoints/it000" +
           std::to_string(iteration) + "\n";
  }

  std::vector<std::string> calls() const {
    std::vector<std::string> lines;
    std::ifstream in(folder_ / "calls");
    for (std::string line; std::getline(in, line);)
      lines.push_back(line.substr(0, line.find(" --spent")));
    return lines;
  }
  std::string out(const std::string& ending = "") const {
    return "--out " + options_.out.string() + ending;
  }

  fs::path folder_;
  RetryOptions options_;
};

TEST_F(Retries, ARunThatEndsWellIsStartedOnce) {
  for (const int code : {0, 2, 3, 75}) {
    fs::remove(folder_ / "calls");
    EXPECT_EQ(run("exit " + std::to_string(code)), code);
    EXPECT_EQ(calls().size(), 1u) << code;
  }
}

TEST_F(Retries, ExitCodeZeroIsNoSuccessWithoutTheMarkOfTheRun) {
  EXPECT_EQ(run("[ $try = 3 ] || trap - EXIT"), 0);
  EXPECT_EQ(calls().size(), 3u);
}

TEST_F(Retries, AMarkOfAnEarlierRunIsNoSuccess) {
  fs::create_directory(options_.out);
  std::ofstream(options_.out / "summary.json") << "{\"exit_code\": 0}";
  EXPECT_EQ(run("[ $try = 2 ] || trap - EXIT"), 0);
  EXPECT_EQ(calls().size(), 2u);
}

TEST_F(Retries, TheMarkTellsTheExitCodeThatALauncherHides) {
  for (const char* code : {"75", "3"}) {
    fs::remove_all(options_.out);
    fs::remove(folder_ / "calls");
    EXPECT_EQ(run("trap - EXIT\n" + mark(code)), std::stoi(code));
    EXPECT_EQ(calls().size(), 1u);
  }
  fs::remove(folder_ / "calls");
  EXPECT_EQ(run("[ $try = 2 ] || { trap - EXIT; " + mark("4") + "; }"), 0);
  EXPECT_EQ(calls().size(), 2u);
}

TEST_F(Retries, ARunThatHadEndedIsNotRepeatedIfAProcessOfItIsKilledLater) {
  for (const char* killed : {"kill -9 $$", "trap - EXIT; exit 137", "kill -SEGV $$"})
    for (const char* code : {"0", "75", "3"}) {
      fs::remove_all(options_.out);
      fs::remove(folder_ / "calls");
      EXPECT_EQ(run(mark(code) + "; " + killed), std::stoi(code)) << killed;
      EXPECT_EQ(calls().size(), 1u) << killed << ", " << code;
    }
}

TEST_F(Retries, ARunThatIsKilledAfterItHadFailedIsTriedAgain) {
  EXPECT_EQ(run("[ $try = 2 ] || { " + mark("4") + "; kill -9 $$; }"), 0);
  EXPECT_EQ(calls().size(), 2u);
}

TEST_F(Retries, AMarkOfAnEarlierRunIsNoEndOfOneThatIsKilled) {
  fs::create_directory(options_.out);
  std::ofstream(options_.out / "summary.json") << "{\"exit_code\": 0}";
  EXPECT_EQ(run("[ $try = 2 ] || kill -9 $$"), 0);
  EXPECT_EQ(calls().size(), 2u);
}

TEST_F(Retries, WhatNeverComesToItsEndFailsInTheEnd) {
  try {
    run("trap - EXIT");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), exit_environment);
    EXPECT_THAT(error.what(), HasSubstr("the run has not recorded its end in summary.json"));
  }
}

TEST_F(Retries, ADryRunLeavesNoMark) {
  options_.dry_run = true;
  EXPECT_EQ(run("trap - EXIT"), 0);
  EXPECT_EQ(calls().size(), 1u);
}

TEST_F(Retries, NoAttemptBeginsAfterTheTimeForAll) {
  options_.retries.reset();
  options_.first_pause = 0.05;
  options_.retry_for = 0.5;
  try {
    run("exit 4");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("another attempt would begin later than --retry-for 0.5 s"));
  }
  EXPECT_GE(calls().size(), 1u);
  EXPECT_LE(calls().size(), 4u) << "0.05, 0.1, 0.2 and 0.4 s are pauses between them";
}

TEST(Pauses, GrowUntilAnAttemptGetsFurther) {
  Pauses pauses(1);
  for (const double seconds : {1., 2., 4., 8., 16.}) EXPECT_EQ(pauses.next(false), seconds);
  EXPECT_EQ(pauses.next(true), 1);
  EXPECT_EQ(pauses.next(false), 2);
  for (int n = 0; n < 20; ++n) pauses.next(false);
  EXPECT_EQ(pauses.next(false), Pauses::longest);
}

TEST_F(Retries, OtherEndsAreFollowedByAnotherAttempt) {
  EXPECT_EQ(run("case $try in 1) exit 4;; 2) exit 70;; 3) kill -9 $$;; esac"), 0);
  EXPECT_EQ(calls(), (std::vector{out(), out("-retry-1"), out("-retry-2"), out("-retry-3")}));
}

TEST_F(Retries, GoesOnFromTheNewestCheckpointOfTheAttemptsBefore) {
  const std::string from = " --restart " + options_.out.string() + "-retry-1/checkpoints/it000140";
  options_.restart = "elsewhere";
  EXPECT_EQ(run("case $try in 2) " + checkpoint(120) + checkpoint(140) + ";; 4) exit 0;; esac\n" +
                "exit 137"),
            0);
  EXPECT_EQ(calls(),
            (std::vector{out() + " --restart elsewhere", out("-retry-1") + " --restart elsewhere",
                         out("-retry-2") + from, out("-retry-3") + from}));
}

TEST_F(Retries, ACheckpointThatIsRefusedIsFollowedByTheOneBefore) {
  EXPECT_EQ(
      run("case $try in 1) " + checkpoint(120) + checkpoint(140) + "exit 4;; 2) exit 2;; esac\n"),
      0);
  const std::string from = " --restart " + options_.out.string();
  EXPECT_EQ(calls(), (std::vector{out(), out("-retry-1") + from + "/checkpoints/it000140",
                                  out("-retry-2") + from + "/checkpoints/it000120"}));
}

TEST_F(Retries, AFolderFromWhichNoAttemptCouldGoOnIsLeftOut) {
  const std::string from = " --restart " + options_.out.string();
  EXPECT_EQ(run("case $try in 1) " + checkpoint(120) + "exit 4;; 2) " + checkpoint(140) +
                "exit 4;; 3) exit 2;; esac\n"),
            0);
  const std::string first = from + "/checkpoints/it000120";
  EXPECT_EQ(calls(), (std::vector{out(), out("-retry-1") + first,
                                  out("-retry-2") + from + "-retry-1/checkpoints/it000140",
                                  out("-retry-3") + first}));
}

TEST_F(Retries, WhereTheRunFolderIsALinkARefusedCheckpointIsLeftOutToo) {
  fs::create_directory(folder_ / "elsewhere");
  fs::create_symlink("elsewhere", options_.out);
  EXPECT_EQ(
      run("case $try in 1) " + checkpoint(120) + checkpoint(140) + "exit 4;; 2) exit 2;; esac\n"),
      0);
  ASSERT_EQ(calls().size(), 3u);
  EXPECT_THAT(calls().back(), HasSubstr("/elsewhere/checkpoints/it000120"));
}

TEST_F(Retries, WhatWasThereBeforeIsNotGivenBack) {
  fs::create_directory(folder_ / "elsewhere");
  for (const bool is_link : {false, true}) {
    if (is_link)
      fs::create_directory_symlink("elsewhere", options_.out);
    else
      fs::create_directory(options_.out);
    EXPECT_EQ(run("rm $out/begun; exit 2"), 2);
    EXPECT_EQ(fs::is_symlink(options_.out), is_link);
    EXPECT_TRUE(fs::is_directory(options_.out));
    fs::remove(options_.out);
  }
}

TEST_F(Retries, ARefusedRestartEndsItWhereThereIsNoOther) {
  EXPECT_EQ(run("case $try in 1) " + checkpoint(120) + "exit 4;; *) exit 2;; esac\n"), 2);
  EXPECT_EQ(calls().size(), 2u);
}

TEST_F(Retries, EachAttemptHasItsLauncherTheLastOneStays) {
  options_.launch = {"env TRIES=first", "env TRIES='many attempts'"};
  run("echo $TRIES >> launchers; [ $try = 3 ]");
  std::ifstream in(folder_ / "launchers");
  std::ostringstream text;
  text << in.rdbuf();
  EXPECT_EQ(text.str(), "first\nmany attempts\nmany attempts\n");
}

TEST_F(Retries, GivesUpWithTheCodeOfTheLastAttemptAndAListOfAll) {
  options_.retries = 2;
  try {
    run("case $try in 1) kill -9 $$;; 2) " + checkpoint(120) + "exit 137;; esac\nexit 70");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), exit_bug);
    const std::string text = error.what();
    for (const char* part : {"[run/no-more-retries]", "the run failed in 3 of 3 attempts",
                             "attempt 1, from the start: killed by SIGKILL after",
                             "exit code 137 (killed by SIGKILL) after",
                             "attempt 3, from iteration 120 of ", "exit code 70 (a bug) after",
                             "the last checkpoint is of iteration 120: cardon run ... --restart "})
      EXPECT_THAT(text, HasSubstr(part));
  }
}

TEST_F(Retries, WhatWasKilledAtLastGivesExitCodeFour) {
  options_.retries = 0;
  for (const char* end : {"kill -9 $$", "exit 137"}) try {
      run(end);
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), exit_environment);
    }
}

TEST_F(Retries, LaunchersThatCannotBeStarted) {
  for (const char* command :
       {"/nowhere/mpirun -n 2", "", "mpirun 'n", "mpirun; ls", "$NOT_SET_7 x"}) {
    options_.launch = {command};
    try {
      run("exit 0");
      FAIL() << command;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr("[run/launch]")) << command;
      EXPECT_EQ(error.exit_code(), exit_bad_input);
    }
  }
}

TEST_F(Retries, SignalsArePassedOnAndTheRunIsNotStartedAgain) {
  EXPECT_EQ(run("trap 'exit 4' TERM; kill -TERM $PPID; sleep 5 & wait"), 4);
  EXPECT_EQ(calls().size(), 1u);
  options_.launch = {"env"};
  EXPECT_EQ(run("trap 'exit 75' USR1; kill -TERM $PPID; sleep 5 & wait"), 75);
}

TEST_F(Retries, EveryWishToStopIsPassedOn) {
  options_.launch = {"env"};
  for (const char* signal : {"HUP", "XCPU", "USR2"}) {
    EXPECT_EQ(run(std::string("trap 'exit 75' USR1; kill -") + signal + " $PPID; sleep 5 & wait"),
              75);
    fs::remove(folder_ / "calls");
  }
}

TEST_F(Retries, ASignalTogetherWithTheEndOfAnAttemptIsSeen) {
  for (int n = 0; n < 20; ++n) {
    fs::remove(folder_ / "calls");
    EXPECT_EQ(run("trap '' TERM; kill -TERM $PPID; exit 4"), 4);
    EXPECT_EQ(calls().size(), 1u);
  }
}

TEST_F(Retries, ASignalBetweenTwoTriesIsSeen) {
  options_.launch = {"env"};
  EXPECT_EQ(run("(sleep 0.5; kill -TERM $PPID) & kill -9 $$"), exit_environment);
  EXPECT_EQ(calls().size(), 1u);
}

TEST_F(Retries, TwoSignalsAtOnceAreOneWishALaterOneIsPassedOnAsItIs) {
  options_.launch = {"env"};
  EXPECT_EQ(run("trap 'usr=1' USR1; trap 'echo $usr > seen; exit 5' TERM\n"
                "kill -INT $PPID; kill -TERM $PPID; sleep 1.1; kill -TERM $PPID; sleep 5 & wait"),
            5);
  std::string seen;
  std::ifstream(folder_ / "seen") >> seen;
  EXPECT_EQ(seen, "1");
}

TEST_F(Retries, WithoutFolderTheNextFreeOnesBelowRunsAreTaken) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  fs::create_directories("runs/wave/0001");
  options_.out.clear();
  run("[ $try = 2 ] || exit 4; rm $out/begun; exit 2");
  fs::current_path(before);
  EXPECT_EQ(calls(), (std::vector<std::string>{"--out runs/wave/0002", "--out runs/wave/0003"}));
  EXPECT_TRUE(fs::exists(folder_ / "runs/wave/0002/begun"));
  EXPECT_FALSE(fs::exists(folder_ / "runs/wave/0003")) << "nothing was written to it";
}

}  // namespace
}  // namespace cardon

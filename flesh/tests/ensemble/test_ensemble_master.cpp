// SPDX-License-Identifier: Apache-2.0
// A master with managers that are shell scripts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <sstream>

#include "../support/scratch_folder.hpp"
#include "ensemble/ensemble_master.hpp"

namespace cardon {
namespace {

// Answers each member at once; what it does before is a word in its name. `name` and `number` are
// those of a member.
constexpr const char* manager = R"(#!/bin/sh
answer() {
  echo "{\"results\": [{\"number\": $number, \"name\": \"$name\", \"outcome\": \"$1\", \"code\": 0, \"error\": \"\"," \
    "\"iterations\": 1, \"figures\": [], \"checksum\": \"\", \"seconds\": 0.01," \
    "\"processor_seconds\": 0.01, \"folder\": \"\", \"site\": \"\", \"losses\": 0}]}"
}
case $0 in
  *deaf) exec sleep 100 ;;
esac
echo '{"workers": 1, "grain": 1}'
while read line; do
  echo "$line" >> "$0.log"
  case $line in
    *'"ping":'*) ping=${line#*'"ping":'}; echo "{\"pong\": ${ping%%[,\}]*}}" ;;
  esac
  while :; do
    case $line in
      *'"number":'*) ;;
      *) break ;;
    esac
    name=${line#*'"name":"'}
    name=${name%%\"*}
    line=${line#*'"number":'}
    number=${line%%,*}
    case $0 in
      *interrupting) mkdir "$0.$number" 2>/dev/null && { answer interrupted; continue; } ;;
      *losing) echo "{\"lost\": {\"member\": \"$name\", \"number\": $number, \"how\": \"signal 9\"}}"; exit 7 ;;
      *silent) exec >/dev/null; sleep 100 ;;
    esac
    answer finished
  done
done
)";

class Ensemble {
 public:
  explicit Ensemble(const std::vector<std::string>& programs) {
    for (const std::string& program : programs) {
      if (program != "missing") {
        folder_.write(program, manager);
        std::filesystem::permissions(path(program), std::filesystem::perms::owner_all);
      }
      spec.sites.push_back({.name = program, .program = path(program)});
    }
  }
  void run(int count, const SiteTimeouts& timeouts = {}, bool finishes = true) {
    std::vector<Member> members;
    for (int n = 0; n < count; ++n)
      members.push_back(
          {.number = n, .name = "m" + std::to_string(n), .set = {"value=" + std::to_string(n)}});
    EnsembleRecord record(folder_.path / "out", spec, "");
    EnsembleMaster master(
        spec, members, record,
        [&](const std::string& line) {
          said.push_back(line);
          if (on_line) on_line(line);
        },
        timeouts);
    master.run({.files = {}}, "", "none");
    interrupted = master.interrupted();
    for (const Member& member : members) {
      const MemberResult* result = record.find(member);
      if (!finishes) continue;
      ASSERT_NE(result, nullptr) << member.name;
      EXPECT_EQ(result->outcome, "finished");
    }
  }
  std::string path(const std::string& program) const { return (folder_.path / program).string(); }
  std::string log(const std::string& program) const {
    std::stringstream text;
    text << std::ifstream(path(program) + ".log").rdbuf();
    return text.str();
  }

  EnsembleSpec spec;
  std::vector<std::string> said;
  std::function<void(const std::string&)> on_line;
  bool interrupted = false;

 private:
  ScratchFolder folder_;
};

using testing::Contains;
using testing::HasSubstr;

TEST(EnsembleMaster, HandsOutInterruptedMembersAgain) {
  Ensemble ensemble({"interrupting"});
  ensemble.run(3);
  EXPECT_EQ(ensemble.said.size(), 3u);
}

TEST(EnsembleMaster, GoesOnWithoutASiteThatCannotBeStarted) {
  Ensemble ensemble({"missing", "good"});
  ensemble.run(3);
  EXPECT_THAT(ensemble.said, Contains(HasSubstr("site missing: cannot start")));
  Ensemble none({"missing"});
  EXPECT_THROW(none.run(3), Error);
}

TEST(EnsembleMaster, CountsTheWorkersThatAMemberEndsAtAllSites) {
  Ensemble ensemble({"losing", "good"});
  ensemble.run(1);
  EXPECT_THAT(
      ensemble.said,
      Contains(HasSubstr("the manager of site losing ended by exit code 7; 1 member goes back")));
  EXPECT_THAT(ensemble.log("good"), HasSubstr(R"("losses":1)"));
}

TEST(EnsembleMaster, LosesASiteThatGivesNoSignOfLife) {
  Ensemble ensemble({"silent", "good"});
  ensemble.run(2, {.ping = 0.05, .silent = 0.3, .start = 60, .end = 0.1});
  EXPECT_THAT(
      ensemble.said,
      Contains(HasSubstr("site silent: it has not answered for 0.3 s; 1 member goes back")));
}

TEST(EnsembleMaster, DoesNotWaitForEverForALauncher) {
  Ensemble ensemble({"deaf"});
  EXPECT_THROW(ensemble.run(1, {.ping = 0.05, .silent = 60, .start = 0.3, .end = 0.1}), Error);
  EXPECT_THAT(ensemble.said, Contains("site deaf has not answered yet; it may take 0.3 s"));
  EXPECT_THAT(ensemble.said, Contains(HasSubstr("site deaf: it has not answered for 0.3 s")));
}

TEST(EnsembleMaster, DoesNotWaitForALauncherWhenItIsStopped) {
  Ensemble ensemble({"deaf"});
  ensemble.on_line = [](const std::string& line) {
    if (line.starts_with("site deaf has not answered yet")) std::raise(SIGINT);
  };
  ensemble.run(1, {.ping = 0.05, .silent = 60, .start = 60, .end = 0.1}, false);
  EXPECT_TRUE(ensemble.interrupted);
  EXPECT_THAT(ensemble.said, testing::Not(Contains(HasSubstr("it has not answered for"))));
}

TEST(EnsembleMaster, IsNotInterruptedByASignalAfterTheLastResult) {
  Ensemble ensemble({"good"});
  ensemble.on_line = [](const std::string& line) {
    if (line.starts_with("1 of 1")) std::raise(SIGINT);
  };
  ensemble.run(1);
  EXPECT_FALSE(ensemble.interrupted);
  EXPECT_EQ(ensemble.said.size(), 1u);
}

}  // namespace
}  // namespace cardon

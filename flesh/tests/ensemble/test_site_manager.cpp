// SPDX-License-Identifier: Apache-2.0
// Managers with workers that are shell scripts: each answers at once, or ends as members want it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cardon/services/timings.hpp>
#include <set>

#include "../support/scratch_folder.hpp"
#include "ensemble/site_manager.hpp"

namespace cardon {
namespace {

using nlohmann::json;

constexpr const char* obedient = R"(#!/bin/sh
read base
echo '{"ready": true}'
while read grain; do
  case $grain in
    *'"name":"long"'*) trap 'trap "exit 3" TERM' TERM ;;
  esac
  touch "$0.got.$$"
  while :; do
    case $grain in
      *'"number":'*) ;;
      *) break ;;
    esac
    case ${grain%%'"number":'*} in
      *deadly*) kill -9 $$ ;;
      *twice*)
        until [ -e "$0.go" ]; do sleep 0.05; done
        if mkdir "$0.first" 2>/dev/null || mkdir "$0.second" 2>/dev/null; then kill -9 $$; fi ;;
      *long*) while :; do sleep 0.05; done ;;
    esac
    outcome=finished
    case ${grain%%'"number":'*} in
      *stopped*) mkdir "$0.first" 2>/dev/null && outcome=interrupted ;;
    esac
    grain=${grain#*'"number":'}
    number=${grain%%,*}
    echo "{\"number\": $number, \"name\": \"\", \"outcome\": \"$outcome\", \"code\": 0, \"error\": \"\"," \
      "\"iterations\": 1, \"figures\": [], \"checksum\": \"\", \"seconds\": 0.01," \
      "\"processor_seconds\": 0.01, \"folder\": \"\", \"site\": \"\", \"losses\": 0}"
    [ $outcome = finished ] || exit 0
  done
done
)";

/// A manager, what it reports, and a master that waits for results.
class Site {
 public:
  explicit Site(const std::string& script, SiteOrder order) {
    folder_.write("cardon", script);
    std::filesystem::permissions(folder_.path / "cardon", std::filesystem::perms::owner_all);
    order.distribution = "self_scheduling";
    manager_ = std::make_unique<SiteManager>(loop_, order, (folder_.path / "cardon").string(),
                                             [this](const json& report) { take(report); });
  }
  ~Site() {
    manager_->stop();
    loop_.run([this] { return manager_->finished(); });
  }

  void send(int count, int special = -1, const char* name = "deadly") {
    hand_over(count, special, name);
    wait([&] { return int(results.size()) == count || !failed.empty(); });
  }
  static constexpr int all = -2;
  void hand_over(int count, int special, const char* name) {
    json members = json::array();
    for (int n = 0; n < count; ++n)
      members.push_back({{"number", n},
                         {"name", n == special || special == all ? name : "m"},
                         {"set", json::array()}});
    manager_->receive({{"members", members}, {"last", true}});
  }
  /// Until so many workers have got grains.
  void wait_for_grains(int count) {
    wait([&] {
      int found = 0;
      for (const auto& entry : std::filesystem::directory_iterator(folder_.path))
        found += int(entry.path().filename().string().starts_with("cardon.got."));
      return found >= count;
    });
  }
  void write(const char* name) { folder_.write(name, ""); }
  void wait(const std::function<bool()>& done) {
    const double limit = seconds_now() + 60;
    loop_.run([&] { return done() || seconds_now() > limit; });
  }
  SiteManager& manager() { return *manager_; }

  std::map<int, MemberResult> results;
  std::vector<std::string> lost, decisions;
  std::string failed;
  int workers = 0, interrupted = 0;

 private:
  void take(const json& report) {
    for (const json& result : report.value("results", json::array())) {
      if (result["outcome"] == "interrupted") {  // a master hands it out again
        ++interrupted;
        again_ = {{"number", result["number"]}, {"name", "m"}, {"set", json::array()}};
        loop_.at(0, [this] { manager_->receive({{"members", {again_}}}); });
        continue;
      }
      EXPECT_FALSE(results.contains(result["number"]));  // none twice
      results[result["number"]] = result.get<MemberResult>();
    }
    if (report.contains("lost")) lost.push_back(report["lost"]["how"]);
    if (report.contains("decision")) decisions.push_back(report["decision"]["what"]);
    failed = report.value("failed", failed);
    workers = report.value("workers", workers);
  }
  json again_;
  ScratchFolder folder_;
  EventLoop loop_;
  std::unique_ptr<SiteManager> manager_;
};

TEST(SiteManager, HandsMembersToWorkers) {
  Site site(obedient, {.workers = 2, .cores = 2, .expected = 40});
  site.send(40);
  EXPECT_EQ(site.results.size(), 40u);
  EXPECT_EQ(site.workers, 2);
  // Two members at once at first, then one: the port has time.
  EXPECT_THAT(site.decisions, testing::ElementsAre("start", "finer grains"));
}

TEST(SiteManager, RecordsAMemberThatEndsItsWorkers) {
  Site site(obedient, {.workers = 2, .cores = 2, .grain = 3, .expected = 10});
  site.send(10, 4);
  ASSERT_EQ(site.results.size(), 10u);
  EXPECT_THAT(site.lost, testing::ElementsAre("signal 9", "signal 9"));
  for (const auto& [number, result] : site.results)
    EXPECT_EQ(result.outcome, number == 4 ? "crashed" : "finished") << number;
  EXPECT_NE(site.results[4].error.find("signal 9"), std::string::npos);
}

TEST(SiteManager, GivesUpWhereWorkersDoNotStart) {
  Site site("#!/bin/sh\nexit 5\n", {.workers = 1, .expected = 2});
  site.send(2);
  EXPECT_TRUE(site.results.empty());
  EXPECT_NE(site.failed.find("exit code 5"), std::string::npos);
}

// Members that wait leave the processors idle: 0.01 s of 0.01 s is all that a core has, though.
TEST(SiteManager, StartsAsManyWorkersAsCoresAllow) {
  Site site(obedient, {.base = {.ranks = 2}, .workers = 8, .cores = 4, .expected = 100});
  site.send(20);
  EXPECT_EQ(site.workers, 4);  // a worker of two ranks keeps one core busy here
}

TEST(SiteManager, ReleasesWorkersAboveACap) {
  Site site(obedient, {.workers = 3, .cores = 3, .grain = 1, .expected = 30});
  site.manager().receive({{"cap", 1}});
  site.send(30);
  EXPECT_EQ(site.workers, 1);
  EXPECT_EQ(site.results.size(), 30u);
}

// Both workers die with their grains, the one that was released, too.
TEST(SiteManager, HandsOutTheMembersOfAReleasedWorker) {
  Site site(obedient, {.workers = 2, .cores = 2, .grain = 3, .expected = 6});
  site.hand_over(6, Site::all, "twice");
  site.wait_for_grains(2);
  site.manager().receive({{"cap", 1}});
  site.write("cardon.go");
  site.wait([&] { return site.results.size() == 6; });
  EXPECT_EQ(site.results.size(), 6u);
  EXPECT_THAT(site.lost, testing::ElementsAre("signal 9", "signal 9"));
  EXPECT_EQ(site.workers, 1);
}

// The member goes back to the master; those behind it have not crashed.
TEST(SiteManager, ReplacesAWorkerThatSomebodyStopped) {
  Site site(obedient, {.workers = 1, .cores = 1, .grain = 3, .expected = 3});
  site.send(3, 0, "stopped");
  ASSERT_EQ(site.results.size(), 3u);
  EXPECT_EQ(site.interrupted, 1);
  for (const auto& [number, result] : site.results) {
    EXPECT_EQ(result.outcome, "finished");
    EXPECT_EQ(result.losses, 0);
  }
}

TEST(SiteManager, ReportsThatNoWorkerCanBeStarted) {
  Site site("#!/no/such/interpreter\n", {.workers = 1, .expected = 2});
  site.send(2);
  EXPECT_NE(site.failed.find("No such file"), std::string::npos) << site.failed;
}

// What a worker does at the second signal: it ends at once.
TEST(SiteManager, HurriesWorkersThatDoNotStop) {
  Site site(obedient, {.workers = 1, .cores = 1, .expected = 1});
  site.hand_over(1, 0, "long");
  site.wait_for_grains(1);
  const double start = seconds_now();
  site.manager().stop();
  site.wait([&] { return seconds_now() > start + 0.1; });
  EXPECT_FALSE(site.manager().finished());
  site.manager().hurry();
  site.wait([&] { return site.manager().finished(); });
  EXPECT_TRUE(site.manager().finished());
}

TEST(DelayedChannel, DeliversAsLateAsASlowLink) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  EventLoop loop;
  DescriptorChannel there(loop, ends[1], ends[1]);
  DelayedChannel here(loop, std::make_unique<DescriptorChannel>(loop, ends[0], ends[0]),
                      {.latency = 0.02, .bandwidth = 1e4});
  std::vector<double> arrivals;
  bool answered = false;
  const double start = seconds_now();
  there.on_line = [&](const std::string&) {
    arrivals.push_back(seconds_now() - start);
    if (arrivals.size() == 2) there.send("b");
  };
  here.on_line = [&](const std::string& line) { answered = line == "b"; };
  here.send(std::string(99, 'a'));  // 10 ms on the link
  here.send(std::string(199, 'a'));
  loop.run([&] { return answered || seconds_now() > start + 60; });
  ASSERT_EQ(arrivals.size(), 2u);
  EXPECT_GE(arrivals[0], 0.03);
  EXPECT_GE(arrivals[1], 0.05);  // behind the first one
  EXPECT_GE(seconds_now() - start, 0.07);
}

}  // namespace
}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/services/heartbeat.hpp>
#include <functional>

#include "../support/local_transport.hpp"
#include "launch/peer_timeout.hpp"

namespace cardon {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Finds out that ranks are gone when the test says so.
class TestedTransport : public LocalTransport, public Heartbeat {
 public:
  using LocalTransport::LocalTransport;
  using Notes = std::function<std::vector<std::string>(const std::vector<int>&)>;
  void set_timeout(double seconds, std::function<void(const std::vector<int>&)> lost) override {
    patience = seconds;
    lose = std::move(lost);
  }
  void tell_with_silence(Notes what) override { notes = std::move(what); }
  double patience = 0;
  Notes notes;
  std::function<void(const std::vector<int>&)> lose;
};

Machine three_sites() {
  Machine machine;
  machine.sites = {{"a", {0, 1}}, {"b", {2, 3}}, {"c", {4}}};
  machine.links = {{"a-b", {0, 1}}, {"b-c", {1, 2}}};
  return machine;
}

/// What rank `rank` says when it misses others.
std::string report(const Machine& machine, int rank, const std::vector<int>& gone) {
  std::string text;
  const int ranks = machine.sites.back().ranks.back() + 1;
  LocalWorld world(ranks);
  std::vector<std::thread> threads;
  for (int r = 0; r < ranks; ++r)
    threads.emplace_back([&, r] {
      TestedTransport transport(world, r);
      const PeerTimeout watch(transport, 90, machine);
      if (r != rank) return;
      try {
        transport.lose(gone);
      } catch (const Error& error) {
        EXPECT_EQ(error.exit_code(), exit_environment);
        EXPECT_FALSE(error.is_on_all_ranks());
        text = error.what();
      }
    });
  for (std::thread& thread : threads) thread.join();
  return text;
}

TEST(PeerTimeout, NamesTheLinkBeforeRanksOfTheOwnSite) {
  EXPECT_THAT(
      report(three_sites(), 2, {1, 3, 4}),
      AllOf(HasSubstr("no message has come over the link a-b for 90 s; rank 2 of site b on "),
            HasSubstr("waits for rank 1 of site a on "), HasSubstr(" and 1 more"),
            HasSubstr("[transport/cut]"), HasSubstr("transport.timeout is 90 s")));
  EXPECT_THAT(report(three_sites(), 0, {4}), HasSubstr("over the link a-c for 90 s"));
}

TEST(PeerTimeout, NamesRanksWhereNoLinkIsConcerned) {
  EXPECT_THAT(report(three_sites(), 2, {3}),
              AllOf(HasSubstr("rank 3 of site b on "), HasSubstr(" has been silent for 90 s"),
                    Not(HasSubstr("link"))));
  Machine one;
  one.sites = {{"all", {0, 1}}};
  EXPECT_THAT(report(one, 0, {1}),
              AllOf(HasSubstr("rank 1 on "), HasSubstr(" has been silent for 90 s"),
                    Not(HasSubstr("site"))));
}

TEST(PeerTimeout, OneRankOfEachSiteSpeaksFirst) {
  const Machine machine = three_sites();
  LocalWorld world(5);
  std::vector<double> patience(5);
  std::vector<std::thread> threads;
  for (int r = 0; r < 5; ++r)
    threads.emplace_back([&, r] {
      TestedTransport transport(world, r);
      const PeerTimeout watch(transport, 90, machine);
      patience[std::size_t(r)] = transport.patience;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(patience, testing::ElementsAre(90, 95, 90, 95, 90));
}

TEST(PeerTimeout, AWarningNamesTheLinkToo) {
  const Machine machine = three_sites();
  LocalWorld world(5);
  std::vector<std::vector<std::string>> far(5), near(5);
  std::vector<std::thread> threads;
  for (int r = 0; r < 5; ++r)
    threads.emplace_back([&, r] {
      TestedTransport transport(world, r);
      const PeerTimeout watch(transport, 90, machine);
      far[std::size_t(r)] = transport.notes({1, 4});
      near[std::size_t(r)] = transport.notes({r});
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(far[2], testing::ElementsAre("the messages travel over the link a-b"));
  EXPECT_THAT(far[0], testing::ElementsAre("the messages travel over the link a-c"));
  EXPECT_TRUE(near[2].empty());
}

TEST(PeerTimeout, ZeroWaitsForEver) {
  LocalWorld world(1);
  TestedTransport transport(world, 0);
  Machine machine;
  machine.sites = {{"all", {0}}};
  const PeerTimeout watch(transport, 0, machine);
  EXPECT_FALSE(transport.lose);
}

}  // namespace
}  // namespace cardon

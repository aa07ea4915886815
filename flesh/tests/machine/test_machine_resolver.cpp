// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "../support/local_transport.hpp"
#include "machine/machine_resolver.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

MachineSpec by_ranks(std::vector<int> counts) {
  MachineSpec spec;
  spec.given = true;
  spec.discovery = MachineSpec::Discovery::none;
  for (const int n : counts) {
    MachineSpec::SiteEntry site;
    site.name = std::string(1, char('a' + spec.sites.size()));
    site.ranks = n;
    spec.sites.push_back(site);
  }
  return spec;
}

MachineSpec by_hosts(std::vector<std::vector<std::string>> hosts) {
  MachineSpec spec = by_ranks(std::vector<int>(hosts.size(), 0));
  for (std::size_t s = 0; s < hosts.size(); ++s) spec.sites[s].hosts = hosts[s];
  return spec;
}

std::string message_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.problems().at(0).message;
  }
  return "";
}

TEST(PlanMachine, DealsConsecutiveRanks) {
  const Machine machine = plan_machine(by_ranks({2, 1}), 3);
  EXPECT_THAT(machine.sites.at(0).ranks, ElementsAre(0, 1));
  EXPECT_THAT(machine.sites.at(1).ranks, ElementsAre(2));
  EXPECT_EQ(machine.site_of_rank(2), 1);
}

TEST(PlanMachine, OtherNumbersOfRanksAreRefused) {
  EXPECT_EQ(message_of([] {
              plan_machine(by_ranks({2, 1}), 2);
            }),
            "the sites have 3 ranks, but there are 2");
  EXPECT_EQ(message_of([] {
              plan_machine(by_hosts({{"a"}, {"b"}}), 1);
            }),
            "2 sites need more than 1 rank");
}

TEST(PlanMachine, SharesRanksOutWhereHostsAreNotKnown) {
  const Machine machine = plan_machine(by_hosts({{"a"}, {"b"}}), 5);
  EXPECT_EQ(machine.sites[0].ranks.size() + machine.sites[1].ranks.size(), 5U);
  EXPECT_THAT(machine.source, HasSubstr("evenly"));
}

/// Runs resolve_machine with these host names, one per rank, and returns what every rank found.
Machine resolve(const MachineSpec& spec, const std::vector<std::string>& hosts) {
  Machine result;
  on_ranks(int(hosts.size()), [&](Transport& transport) {
    Machine machine = resolve_machine(spec, transport, hosts[std::size_t(transport.rank())]);
    if (transport.rank() == transport.size() - 1) result = std::move(machine);
  });
  return result;
}

TEST(ResolveMachine, SitesByHosts) {
  const Machine machine =
      resolve(by_hosts({{"front", "n?"}, {"far*"}}), {"far2", "front.example.org", "n1", "far1"});
  EXPECT_THAT(machine.sites.at(0).ranks, ElementsAre(1, 2));
  EXPECT_THAT(machine.sites.at(1).ranks, ElementsAre(0, 3));
  EXPECT_THAT(machine.sites.at(1).hosts, ElementsAre("far2", "far1"));
}

TEST(ResolveMachine, HostsThatDoNotFitAreRefused) {
  EXPECT_EQ(message_of([] {
              resolve(by_hosts({{"n*"}, {"far*"}}), {"n1", "other"});
            }),
            "host other belongs to no site");
  EXPECT_EQ(message_of([] {
              resolve(by_hosts({{"n*"}, {"n1"}}), {"n1", "n2"});
            }),
            "host n1 belongs to the sites a and b");
  EXPECT_EQ(message_of([] {
              resolve(by_hosts({{"n*"}, {"far*"}}), {"n1", "n2"});
            }),
            "no rank runs on a host of site b");
}

TEST(ResolveMachine, ATopologyMustFitTheRanksThatRun) {
  MachineSpec spec = by_hosts({{"n*"}});
  spec.sites[0].topology = {2, 2};
  EXPECT_EQ(message_of([&] {
              resolve(spec, {"n1", "n2"});
            }),
            "topology 2 x 2 of site a makes 4 ranks, but it has 2");
}

TEST(ResolveMachine, WithoutDiscoveryEverythingIsOneSite) {
  const Machine machine = resolve(by_ranks({}), {"n1", "n2"});
  ASSERT_EQ(machine.sites.size(), 1U);
  EXPECT_THAT(machine.sites[0].ranks, ElementsAre(0, 1));
}

TEST(Discovery, OneHostIsOneSiteAndNothingIsSent) {
  LocalWorld world(1);
  LocalTransport transport(world, 0);
  const Machine machine = resolve_machine({}, transport, "n1");
  ASSERT_EQ(machine.sites.size(), 1U);
  EXPECT_EQ(machine.source, "host names");
  EXPECT_TRUE(machine.links.empty());
  EXPECT_TRUE(world.mail.empty());
}

TEST(Discovery, EveryHostIsASiteIfAskedFor) {
  MachineSpec spec;
  spec.discovery = MachineSpec::Discovery::hosts;
  const Machine machine = resolve(spec, {"n1", "n2", "n1", "n3"});
  ASSERT_EQ(machine.sites.size(), 3U);
  EXPECT_THAT(machine.sites[0].ranks, ElementsAre(0, 2));
  EXPECT_EQ(machine.sites[2].name, "c");
  ASSERT_EQ(machine.links.size(), 3U);
  EXPECT_EQ(machine.links[2].name, "a-c");
}

/// Messages between ranks of different sites arrive late.
class FarTransport : public LocalTransport {
 public:
  using Clock = std::chrono::steady_clock;
  struct Mail {
    Clock::time_point visible;
    LocalWorld::Bytes bytes;
  };
  struct Post {
    std::mutex mutex;
    std::map<std::pair<int, int>, std::deque<Mail>> mail;  // from, to
  };

  FarTransport(LocalWorld& world, int rank, Post& post, const std::vector<int>& site)
      : LocalTransport(world, rank), post_(post), site_(site) {}

  Request post_receive(int from, int, std::span<std::byte> buffer) override {
    receives_.push_back({from, buffer});
    return int(receives_.size()) - 1;
  }
  Request send(int to, int, std::span<const std::byte> bytes) override {
    const bool far = site_[std::size_t(to)] != site_[std::size_t(rank_)];
    const std::lock_guard lock(post_.mutex);
    post_.mail[{rank_, to}].push_back(
        {Clock::now() + (far ? latency : Clock::duration{}), {bytes.begin(), bytes.end()}});
    return -1;
  }
  bool test(std::span<const Request> requests) override {
    const std::lock_guard lock(post_.mutex);
    return requests[0] < 0 || arrived(requests[0]);
  }
  void wait(std::span<const Request> requests) override {
    if (requests[0] < 0) return;
    while (!test(requests)) std::this_thread::sleep_for(std::chrono::microseconds(100));
    const std::lock_guard lock(post_.mutex);
    const auto& [from, buffer] = receives_[std::size_t(requests[0])];
    auto& box = post_.mail[{from, rank_}];
    std::copy(box.front().bytes.begin(), box.front().bytes.end(), buffer.begin());
    box.pop_front();
  }

  static constexpr std::chrono::milliseconds latency{60};

 private:
  bool arrived(Request request) {
    const auto& box = post_.mail[{receives_[std::size_t(request)].first, rank_}];
    return !box.empty() && box.front().visible <= Clock::now();
  }

  Post& post_;
  const std::vector<int>& site_;
  std::vector<std::pair<int, std::span<std::byte>>> receives_;
};

TEST(Discovery, NearHostsBecomeOneSite) {
  const std::vector<int> site{0, 1, 0, 2, 1, 0};
  const std::vector<std::string> hosts{"n1", "m1", "n2", "k", "m2", "n1"};
  std::vector<Machine> found(hosts.size());
  LocalWorld world(int(hosts.size()));
  FarTransport::Post post;
  std::vector<std::thread> threads;
  for (int rank = 0; rank < int(hosts.size()); ++rank)
    threads.emplace_back([&, rank] {
      FarTransport transport(world, rank, post, site);
      MachineSpec spec;
      spec.threshold = 0.005;
      found[std::size_t(rank)] = resolve_machine(spec, transport, hosts[std::size_t(rank)]);
    });
  for (std::thread& thread : threads) thread.join();
  for (const Machine& machine : found) {
    ASSERT_EQ(machine.sites.size(), 3U);
    EXPECT_THAT(machine.sites[0].ranks, ElementsAre(0, 2, 5));
    EXPECT_THAT(machine.sites[0].hosts, ElementsAre("n1", "n2"));
    EXPECT_THAT(machine.sites[1].ranks, ElementsAre(1, 4));
    EXPECT_THAT(machine.sites[2].ranks, ElementsAre(3));
    ASSERT_EQ(machine.links.size(), 3U);
    EXPECT_EQ(machine.links[0].latency, found[0].links[0].latency) << "the same on all ranks";
    EXPECT_GE(machine.links[0].latency, 0.06);
  }
}

}  // namespace
}  // namespace cardon

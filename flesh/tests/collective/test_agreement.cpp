// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cardon/kit/agreement.hpp>
#include <cardon/thorn/error.hpp>
#include <functional>
#include <random>
#include <thread>

#include "../support/local_transport.hpp"

namespace cardon {
namespace {

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

constexpr int tag = 900;

// All reports, each with a comma.
std::optional<Agreement::Bytes> joined(const Agreement::Reports& reports, bool) {
  std::string all;
  for (const Agreement::Bytes& report : reports) all += text_of(report) + ",";
  return bytes_of(all);
}

TEST(Agreement, GivesAllRanksTheAnswerToAllReports) {
  on_ranks(3, [](Transport& transport) {
    Agreement agreement(transport, tag, 100, joined);
    for (const std::string round : {"", "again"}) {
      EXPECT_FALSE(agreement.is_open());
      agreement.report(bytes_of(round + std::string(std::size_t(transport.rank()), 'x')));
      EXPECT_TRUE(agreement.is_open());
      agreement.progress();
      EXPECT_EQ(text_of(agreement.conclude()), round + "," + round + "x," + round + "xx,");
    }
    agreement.close();
  });
}

TEST(Agreement, AnswersWhenAllReportsAreThereWithoutWaiting) {
  LocalWorld world(2);
  LocalTransport first(world, 0), second(world, 1);
  Agreement leader(first, tag, 10, joined);
  Agreement other(second, tag, 10, joined);
  leader.report(bytes_of("a"));
  leader.progress();
  other.report(bytes_of("b"));
  int finished = 0;
  leader.progress();
  // The answer is on its way: nobody has to bring its blocks to their end.
  EXPECT_EQ(text_of(other.conclude([&] { ++finished; })), "a,b,");
  EXPECT_EQ(text_of(leader.conclude([&] { ++finished; })), "a,b,");
  EXPECT_EQ(finished, 0);
}

TEST(Agreement, BringsBlocksToTheirEndBeforeItWaits) {
  LocalWorld world(2);
  LocalTransport first(world, 0), second(world, 1);
  Agreement leader(first, tag, 10, joined);
  Agreement other(second, tag, 10, joined);
  leader.report(bytes_of("a"));
  // The other rank reports only when this one has sent what it waits for.
  EXPECT_EQ(text_of(leader.conclude([&] { other.report(bytes_of("b")); })), "a,b,");
  EXPECT_EQ(text_of(other.conclude()), "a,b,");
}

TEST(Agreement, AsksAgainForAnAnswerThatIsNotReady) {
  LocalWorld world(1);
  LocalTransport only(world, 0);
  int asked = 0;
  Agreement agreement(only, tag, 10, [&](const Agreement::Reports& reports, bool wait) {
    ++asked;
    return wait ? joined(reports, wait) : std::nullopt;
  });
  agreement.report(bytes_of("a"));
  agreement.progress();
  agreement.progress();
  EXPECT_EQ(text_of(agreement.conclude()), "a,");
  EXPECT_EQ(asked, 4);
}

// Counts what leaves the ranks of a site.
class CountingTransport final : public LocalTransport {
 public:
  CountingTransport(LocalWorld& world, int rank, std::function<void(int from, int to)> sent)
      : LocalTransport(world, rank), sent_(std::move(sent)) {}
  Request send(int to, int tag, std::span<const std::byte> bytes) override {
    sent_(rank_, to);
    return LocalTransport::send(to, tag, bytes);
  }

 private:
  std::function<void(int from, int to)> sent_;
};

struct CrossedLinks {
  int to_first = 0, from_first = 0, between_others = 0;
};

// Three sites, whose ranks need not follow each other.
CrossedLinks crossed(const std::vector<std::vector<int>>& sites, int rounds) {
  const std::vector<int> site = {0, 1, 0, 1, 1, 2, 2};
  const int ranks = int(site.size());
  LocalWorld world(ranks);
  std::array<std::atomic<int>, 9> messages{};
  const auto count = [&](int from, int to) { ++messages[std::size_t(3 * site[from] + site[to])]; };
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank)
    threads.emplace_back([&, rank] {
      CountingTransport transport(world, rank, count);
      Agreement agreement(transport, tag, 30, joined, sites);
      for (int round = 0; round < rounds; ++round) {
        agreement.report(bytes_of(std::string(std::size_t(rank), 'x')));
        for (int step = 0; step < rank % 3; ++step) agreement.progress();
        EXPECT_EQ(text_of(agreement.conclude()), ",x,xx,xxx,xxxx,xxxxx,xxxxxx,");
      }
      agreement.close();
    });
  for (std::thread& thread : threads) thread.join();
  return {.to_first = messages[3] + messages[6],
          .from_first = messages[1] + messages[2],
          .between_others = messages[5] + messages[7]};
}

TEST(Agreement, OfSitesSendsOneMessagePerSiteAndRoundOverSlowLinks) {
  const CrossedLinks by_site = crossed({{0, 2}, {1, 3, 4}, {5, 6}}, 10);
  EXPECT_EQ(by_site.to_first, 2 * 10);
  EXPECT_EQ(by_site.from_first, 2 * 10);
  EXPECT_EQ(by_site.between_others, 0);
  const CrossedLinks straight = crossed({}, 10);
  EXPECT_EQ(straight.to_first, 5 * 10);
  EXPECT_EQ(straight.from_first, 5 * 10);
}

TEST(Agreement, FirstRankOfASiteBringsBlocksToTheirEndBeforeItWaits) {
  LocalWorld world(3);
  LocalTransport zero(world, 0), one(world, 1), two(world, 2);
  const std::vector<std::vector<int>> sites = {{0}, {1, 2}};
  Agreement leader(zero, tag, 10, joined, sites), first(one, tag, 10, joined, sites),
      last(two, tag, 10, joined, sites);
  leader.report(bytes_of("a"));
  first.report(bytes_of("b"));
  EXPECT_TRUE(first.needs_progress());
  // The last rank reports only when the first of its site has sent what it waits for, and rank 0
  // answers only then.
  EXPECT_EQ(text_of(first.conclude([&] {
              last.report(bytes_of("c"));
              EXPECT_FALSE(last.needs_progress());
              first.progress();
              leader.progress();
            })),
            "a,b,c,");
  EXPECT_EQ(text_of(last.conclude()), "a,b,c,");
  EXPECT_EQ(text_of(leader.conclude()), "a,b,c,");
}

TEST(Agreement, ClosesARoundThatNobodyReads) {
  on_ranks(3, [](Transport& transport) {
    Agreement agreement(transport, tag, 100, joined);
    agreement.close();
    agreement.report(bytes_of("a"));
    agreement.close();
    EXPECT_FALSE(agreement.is_open());
  });
}

// Ranks are at different steps: a plan must be read after the same step on all of them, one that
// none of them has passed, whoever is ahead. Rounds that are closed before must not answer later
// ones, and ranks that have nothing to say must not stop the others.
TEST(Agreement, TenThousandRoundsOfRanksThatRunAhead) {
  constexpr long rounds = 10'000, window = 4;
  std::array<std::atomic<long>, 6> step{};
  std::atomic<long> largest_lead = 0;
  on_ranks(6, [&](Transport& transport) {
    const auto rank = std::size_t(transport.rank());
    std::mt19937 random(unsigned(20 + rank));
    std::mt19937 alike(
        5);  // the same on all ranks: which rounds are closed, and when they are read
    Agreement agreement(transport, tag, 100, joined);
    long now = 0;
    for (long round = 0; round < rounds; ++round) {
      const bool stale = alike() % 4 == 0;
      const long act = now + 1 + long(alike() % window);
      const bool empty = rank == 5 || (rank == 3 && round % 2 == 0);
      agreement.report(bytes_of(empty ? "" : std::to_string(round)));
      while (now < act) {
        step[rank] = ++now;
        agreement.progress();
        if (random() % 8 == 0) std::this_thread::yield();
        const long others = step[random() % step.size()];
        if (now - others > largest_lead) largest_lead = now - others;
      }
      if (stale) {
        agreement.close();
        continue;
      }
      const std::string text = text_of(agreement.conclude()), number = std::to_string(round) + ",";
      const std::string third = round % 2 == 0 ? "," : number;
      ASSERT_EQ(text, number + number + number + third + number + ",");
    }
  });
  for (const std::atomic<long>& one : step) EXPECT_EQ(one, step[0]);
  EXPECT_GT(largest_lead, 1);  // else the test has not tried what it is for
}

TEST(Agreement, RefusesMessagesLongerThanForeseen) {
  LocalWorld world(2);
  LocalTransport second(world, 1);
  Agreement agreement(second, tag, 3, joined);
  EXPECT_THROW(agreement.report(bytes_of("four")), Bug);
}

}  // namespace
}  // namespace cardon

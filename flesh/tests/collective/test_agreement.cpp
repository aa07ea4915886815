// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cardon/kit/agreement.hpp>
#include <cardon/thorn/error.hpp>
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

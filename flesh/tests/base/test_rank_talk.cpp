// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "../support/local_transport.hpp"
#include "base/rank_talk.hpp"
#include "cardon/error.hpp"

namespace cardon {
namespace {

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(RankTalk, GivesAllRanksTheAnswerToAllReports) {
  on_ranks(3, [](Transport& transport) {
    RankTalk talk(transport, RankTalk::Subject::tuning, 100);
    for (const std::string round : {"", "again"}) {
      talk.report(bytes_of(round + std::string(std::size_t(transport.rank()), 'x')));
      if (talk.leads()) {
        std::string all;
        for (const auto& report : talk.wait_for_reports()) all += text_of(report) + ",";
        talk.answer(bytes_of(all));
      }
      EXPECT_EQ(text_of(talk.wait_for_answer()), round + "," + round + "x," + round + "xx,");
    }
    talk.finish();
  });
}

TEST(RankTalk, DoesNotWaitForReportsUnlessAsked) {
  LocalWorld world(2);
  LocalTransport first(world, 0), second(world, 1);
  RankTalk leader(first, RankTalk::Subject::tuning, 10),
      other(second, RankTalk::Subject::tuning, 10);
  leader.report(bytes_of("a"));
  EXPECT_FALSE(leader.reports());
  other.report(bytes_of("b"));
  const auto reports = leader.reports();
  ASSERT_TRUE(reports);
  EXPECT_EQ(text_of(reports->at(0)), "a");
  EXPECT_EQ(text_of(reports->at(1)), "b");
}

TEST(RankTalk, RefusesMessagesLongerThanForeseen) {
  LocalWorld world(2);
  LocalTransport second(world, 1);
  RankTalk talk(second, RankTalk::Subject::tuning, 3);
  EXPECT_THROW(talk.report(bytes_of("four")), Bug);
}

}  // namespace
}  // namespace cardon

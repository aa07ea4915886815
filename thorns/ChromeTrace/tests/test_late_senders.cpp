// SPDX-License-Identifier: Apache-2.0
// Late senders in made-up traces; times in ms.
#include <gmock/gmock.h>

#include <cardon/kit/profile_region.hpp>

#include "late_senders.hpp"

namespace cardon {
namespace {

using ::testing::IsEmpty;

struct Track {
  RankSpans spans;
  Track& add(const std::string& name, double begin, double end) {
    const int number = int(spans.names.size());
    spans.names.push_back(name);
    spans.spans.push_back({number, false, std::int64_t(begin * 1e6), std::int64_t(end * 1e6)});
    return *this;
  }
  // As drivers record it.
  Track& wait(int rank, double begin, double end) {
    add(awaited_region(rank), begin, end);
    return add("wait for messages", begin, end);
  }
};

std::vector<LateSender> search(const std::vector<Track>& tracks) {
  std::vector<RankSpans> ranks;
  for (const Track& track : tracks) ranks.push_back(track.spans);
  return late_senders(ranks);
}

void expect(const LateSender& found, int rank, const std::string& doing, double ms, long waits) {
  EXPECT_EQ(found.rank, rank);
  EXPECT_EQ(found.doing, doing);
  EXPECT_NEAR(found.seconds, ms / 1000, 1e-9);
  EXPECT_EQ(found.waits, waits);
}

TEST(LateSenders, IsWhatTheSenderDidMeanwhile) {
  Track fast, slow;
  fast.add("rhs", 0, 2).wait(1, 2, 10);
  slow.add("rhs", 0, 3).add("burn", 3, 9).add("rhs", 9, 12);
  const auto found = search({fast, slow});
  ASSERT_EQ(found.size(), 2u);
  expect(found[0], 1, "burn", 6, 1);
  expect(found[1], 1, "rhs", 2, 1);
  EXPECT_EQ(late_sender_sentence(found, true),
            "trace: ranks waited 0.008 s for messages, 75 % of it for rank 1 (burn)");
}

TEST(LateSenders, AreFoundBehindRanksThatWaitThemselves) {
  Track first, second, third;
  first.add("rhs", 0, 1).wait(1, 1, 9);
  second.add("rhs", 0, 2).wait(2, 2, 8).add("rhs", 8, 9);
  third.add("burn", 0, 8);
  const auto found = search({first, second, third});
  ASSERT_EQ(found.size(), 2u);
  expect(found[0], 2, "burn", 12, 2);
  expect(found[1], 1, "rhs", 2, 1);
}

TEST(LateSenders, AMessageInTransitIsNobodysFault) {
  Track one, other;
  one.add("rhs", 0, 1).wait(1, 1, 6);
  other.add("rhs", 0, 2).wait(0, 2, 6);
  const auto found = search({one, other});
  double transit = 0;
  for (const LateSender& part : found)
    if (part.doing == in_transit) transit += part.seconds;
  EXPECT_NEAR(transit, 0.008, 1e-9);
}

TEST(LateSenders, NeitherKernelsNorGapsAreTasks) {
  Track one, other;
  one.wait(1, 0, 6);
  other.add("rhs", 1, 3).add("loop", 1.5, 2);
  other.spans.spans.back().kernel = true;
  const auto found = search({one, other});
  ASSERT_EQ(found.size(), 2u);
  expect(found[0], 1, unrecorded, 4, 1);
  expect(found[1], 1, "rhs", 2, 1);
}

TEST(LateSenders, OfNestedRegionsTheInnermostCounts) {
  Track one, other;
  one.wait(1, 0, 6);
  other.add("rhs", 0, 6).add("solver", 2, 5);
  const auto found = search({one, other});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].seconds, found[1].seconds);
}

TEST(LateSenders, NobodyWaitsNobodyIsLate) {
  Track one;
  one.add("rhs", 0, 6);
  EXPECT_THAT(search({one}), IsEmpty());
  EXPECT_THAT(search({}), IsEmpty());
  EXPECT_EQ(late_sender_sentence({}, true), "");
}

TEST(LateSenders, ARankThatDroppedSpansIsNotLate) {
  Track one, other;
  one.wait(1, 0, 4).wait(1, 5, 9);
  other.add("rhs", 0, 6);
  other.spans.complete_until = 6'000'000;
  const auto found = search({one, other});
  ASSERT_EQ(found.size(), 1u);
  expect(found[0], 1, "rhs", 5, 2);
  EXPECT_THAT(late_sender_sentence(found, false),
              ::testing::EndsWith("rank 1 (rhs); later spans were dropped"));
}

TEST(LateSenders, SpansTravelAsText) {
  Track track;
  track.spans.complete_until = 7'000'000;
  track.add("WaveToy::evolve (emulated)", 0, 2).wait(1, 2, 10);
  const RankSpans same = rank_spans_of(text_of(track.spans));
  EXPECT_EQ(same.names, track.spans.names);
  ASSERT_EQ(same.spans.size(), 3u);
  EXPECT_EQ(same.spans[1].end, track.spans.spans[1].end);
  EXPECT_EQ(same.complete_until, track.spans.complete_until);
}

}  // namespace
}  // namespace cardon

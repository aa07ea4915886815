// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "fifo_link.hpp"
#include "link_estimator.hpp"

namespace cardon::test {
namespace {

LinkEstimate estimate(const FifoLink& link) {
  std::vector<int> sites[2];
  for (int r = 0; r < link.ranks; ++r) {
    sites[0].push_back(r);
    sites[1].push_back(r + link.ranks);
  }
  LinkEstimate result;
  estimate_link(FifoMeasurement(link).windows(), 0, sites, result);
  return result;
}

void expect_truth(const FifoLink& link) {
  const LinkEstimate found = estimate(link);
  EXPECT_NEAR(found.latency.value, link.latency, 0.05 * link.latency + link.poll);
  ASSERT_TRUE(found.bandwidth.known());
  EXPECT_NEAR(found.bandwidth.value, link.bandwidth, 0.15 * link.bandwidth);
  EXPECT_GT(found.bandwidth.error, 0);
  EXPECT_LT(found.bandwidth.error, 0.1 * found.bandwidth.value);
  const double transfer = (link.ranks * link.pieces - 1) * link.piece / link.bandwidth;
  EXPECT_NEAR(found.queueing.value, transfer, 0.2 * transfer + link.skew);
}

TEST(LinkEstimator, FindsLatencyAndBandwidth) {
  for (const int ranks : {1, 2, 5})
    for (const auto& [latency, bandwidth, pieces] :
         {std::tuple{37e-3, 3e6, 6}, {37e-3, 3e6, 2}, {75e-3, 100e6, 40}, {10e-3, 10e6, 10}}) {
      SCOPED_TRACE(testing::Message() << ranks << " ranks, " << latency << " s, " << bandwidth);
      expect_truth({.latency = latency, .bandwidth = bandwidth, .ranks = ranks, .pieces = pieces});
    }
}

TEST(LinkEstimator, RanksThatLookSeldomSeeLess) {
  expect_truth({.pieces = 10, .poll = 1e-3});
  expect_truth({.latency = 75e-3, .bandwidth = 100e6, .pieces = 60, .poll = 1e-3});
}

TEST(LinkEstimator, MachinesWithOtherWork) {
  for (unsigned seed = 1; seed < 20; ++seed) expect_truth({.jitter = 30e-3, .seed = seed});
}

// Messages of one rank after those of the other, or pieces in turn: the link is the same.
TEST(LinkEstimator, OrderOfRanksDoesNotMatter) {
  for (const double skew : {0.0, 0.2e-3, 10e-3}) {
    SCOPED_TRACE(skew);
    expect_truth({.pieces = 8, .skew = skew});
  }
}

TEST(LinkEstimator, OneRankAlwaysLast) {
  FifoLink link{.ranks = 1};
  EXPECT_NEAR(estimate(link).latency.value, link.latency, 0.05 * link.latency);
}

TEST(LinkEstimator, ClocksOfSitesNeedNotAgree) {
  expect_truth({.clocks = {0, 0, 4711, 4711}});
  expect_truth({.clocks = {0, 0, -1.2e6, -1.2e6}});
}

TEST(LinkEstimator, EveryHostHasItsClock) {
  FifoLink link{.pieces = 10, .sending = 0.1e-3, .skew = 0.1e-3, .clocks = {0, 1000, 50, -3e5}};
  expect_truth(link);
}

// Without a common clock nobody can tell the two ways apart: half of both is off by half of their
// difference, and no more.
TEST(LinkEstimator, IsOffByHalfTheAsymmetryAtMost) {
  for (const double asymmetry : {-20e-3, 5e-3, 20e-3}) {
    FifoLink link{.clocks = {0, 0, 4711, 4711}, .asymmetry = asymmetry};
    const double found = estimate(link).latency.value, half = std::abs(asymmetry) / 2;
    for (const double way : {link.latency - asymmetry / 2, link.latency + asymmetry / 2})
      EXPECT_LE(std::abs(found - way), half + 0.02 * link.latency + link.poll);
    EXPECT_NEAR(found, link.latency, 0.02 * link.latency + link.poll);
  }
}

// An offset that was measured once is off by 3.6 s after ten hours with 100 ppm. Every window
// cancels it again, so that only the drift within a window counts.
TEST(LinkEstimator, DriftDoesNotAccumulate) {
  for (const double hours : {0.0, 1.0, 10.0})
    for (const double drift : {-100e-6, 100e-6}) {
      const FifoLink link{.exchanges = 10, .drift = drift, .start = 3600 * hours};
      const double window = link.exchanges * 4 * (link.latency + 0.5);
      EXPECT_NEAR(estimate(link).latency.value, link.latency,
                  std::abs(drift) * window + 0.02 * link.latency + link.poll);
    }
}

TEST(LinkEstimator, NoLimitIsFeltOnFastLinks) {
  for (const double jitter : {0.0, 10e-3})
    for (const int pieces : {1, 6}) {
      const LinkEstimate found =
          estimate({.latency = 20e-3, .bandwidth = 0, .pieces = pieces, .jitter = jitter});
      EXPECT_FALSE(found.bandwidth.known()) << found.bandwidth.value;
      EXPECT_NEAR(found.latency.value, 20e-3, 0.2e-3);
    }
}

// Encoding takes longer than sending: the link waits for the ranks, not they for it.
TEST(LinkEstimator, SlowSendersAreNotTakenForASlowLink) {
  const LinkEstimate found = estimate({.latency = 20e-3, .bandwidth = 100e6, .sending = 1e-3});
  EXPECT_FALSE(found.bandwidth.known()) << found.bandwidth.value;
}

// Nobody looked before they were there, so nobody knows how long they took.
TEST(LinkEstimator, LateLooksSayNothingOfBandwidth) {
  FifoLink link;
  std::vector<RankWindow> windows = FifoMeasurement(link).windows();
  for (RankWindow& window : windows)
    for (MessageArrival& message : window.readings.delays[0].recent)
      message.blur = std::numeric_limits<double>::infinity();
  LinkEstimate found;
  estimate_link(windows, 0, {{0, 1}, {2, 3}}, found);
  EXPECT_FALSE(found.bandwidth.known());
  EXPECT_FALSE(found.queueing.known());
}

TEST(LinkEstimator, WithoutMessagesNothingIsKnown) {
  FifoLink link{.exchanges = 0};
  const LinkEstimate found = estimate(link);
  EXPECT_FALSE(found.latency.known());
  EXPECT_FALSE(found.bandwidth.known());
}

}  // namespace
}  // namespace cardon::test

// SPDX-License-Identifier: Apache-2.0
// Propagation, against H. Menon's dissertation (University of Illinois, 2016), sections 3.3
// and 3.4.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "gossip.hpp"
#include "gossip_cost.hpp"

namespace cardon {
namespace {

// Gossip in rounds among n ranks, of which the first `sources` are underloaded.
class Crowd {
 public:
  Crowd(int n, int sources, const GossipOptions& options, unsigned seed)
      : n_(n), sources_(sources) {
    for (int r = 0; r < n; ++r) ranks_.emplace_back(options, seed, r);
    for (int r = 0; r < sources; ++r) ranks_[std::size_t(r)].add({r, 1.0});
    told_.assign(std::size_t(n), 0);
    for (int r = 0; r < sources; ++r) told_[std::size_t(r)] = 1;
  }
  void round() {
    ++rounds_;
    std::vector<char> tell = told_;
    std::vector<std::vector<double>> messages(tell.size());
    std::vector<std::vector<int>> peers(tell.size());
    for (int r = 0; r < n_; ++r) {
      if (tell[std::size_t(r)] == 0) continue;
      messages[std::size_t(r)] = ranks_[std::size_t(r)].message();
      RankView view{.rank = r, .ranks = n_};
      peers[std::size_t(r)] = ranks_[std::size_t(r)].peers(view, rounds_);
    }
    std::fill(told_.begin(), told_.end(), 0);
    for (std::size_t r = 0; r < tell.size(); ++r)
      for (const int to : peers[r]) {
        ranks_[std::size_t(to)].merge(messages[r]);
        told_[std::size_t(to)] = 1;
        sent_ += 1;
      }
  }
  /// Share of the ranks that know at least `entries` underloaded ones; of the overloaded ranks
  /// only.
  double knowing(int entries) const {
    double count = 0;
    const int first = sources_ < n_ && sources_ > 1 ? sources_ : 0;
    for (int r = first; r < n_; ++r)
      count += int(ranks_[std::size_t(r)].known().size()) >= entries ? 1 : 0;
    return count / (n_ - first);
  }
  int rounds_until(double share, int entries) {
    while (knowing(entries) < share && rounds_ < 100) round();
    return int(rounds_);
  }
  double sent() const { return sent_; }

 private:
  int n_, sources_;
  std::vector<Gossip> ranks_;
  std::vector<char> told_;
  long rounds_ = 0;
  double sent_ = 0;
};

GossipOptions naive(int fan_out) {
  return {.fan_out = fan_out, .entries = 0, .informed_peers = false};
}

double mean_rounds(int n, int fan_out, int trials) {
  double sum = 0;
  for (int t = 0; t < trials; ++t)
    sum += Crowd(n, 1, naive(fan_out), unsigned(t + 1)).rounds_until(0.99, 1);
  return sum / trials;
}

// One source, until 99 % know it: the dissertation has 17 rounds (fan-out 2) and 8 (fan-out 4) for
// 16384 ranks; an independent simulation 13.1, 15.0 and 17.0 for 1024, 4096 and 16384 with fan-out
// 2, and 9 with fan-out 4.
TEST(Gossip, ReachesAllInLogarithmicTime) {
  EXPECT_NEAR(mean_rounds(1024, 2, 3), 13.1, 0.8);
  EXPECT_NEAR(mean_rounds(4096, 2, 1), 15.0, 1.1);
  EXPECT_NEAR(mean_rounds(16384, 2, 1), 17, 1.1);
  EXPECT_NEAR(mean_rounds(16384, 4, 1), 8.5, 0.8);
}

// Shares of the overloaded ranks that know 200 of as many underloaded ones. The dissertation
// has 99.8 % after 9 rounds with 8192 ranks; an independent simulation has these.
TEST(Gossip, KnowledgeOfManyRanksSpreadsInFewRounds) {
  Crowd crowd(2048, 1025, naive(2), 1);
  const std::pair<int, double> expected[] = {{7, 0.91}, {8, 0.98}, {9, 0.997}};
  int rounds = 0;
  for (const auto& [round, share] : expected) {
    for (; rounds < round; ++rounds) crowd.round();
    EXPECT_NEAR(crowd.knowing(200), share, 0.05) << round;
    std::printf("after %d rounds %.1f %% know 200\n", round, 100 * crowd.knowing(200));
  }
}

TEST(Gossip, InformedRanksNeedFewerMessages) {
  const int n = 512, sources = 257;
  double rounds[2] = {0, 0}, messages[2] = {0, 0};
  for (const bool informed : {false, true})
    for (unsigned seed = 1; seed <= 2; ++seed) {
      GossipOptions options = naive(2);
      options.informed_peers = informed;
      Crowd crowd(n, sources, options, seed);
      rounds[informed] += crowd.rounds_until(1.0, sources);
      messages[informed] += crowd.sent();
    }
  EXPECT_LE(rounds[1], rounds[0] + 2);  // of two runs
  EXPECT_LT(messages[1], 0.9 * messages[0]);
}

TEST(Gossip, MoreRanksAreToldWhenItGetsSlow) {
  GossipOptions adaptive = naive(2);
  adaptive.adaptive = true;
  Crowd fixed(512, 256, naive(2), 1), faster(512, 256, adaptive, 1);
  EXPECT_LT(faster.rounds_until(1.0, 256), fixed.rounds_until(1.0, 256));
}

TEST(Gossip, MessagesHaveALimit) {
  GossipOptions options;
  Gossip gossip(options, 1, 0);
  for (int r = 0; r < 500; ++r) gossip.add({r, double(r)});
  const std::vector<double> words = gossip.message();
  EXPECT_EQ(words.size(), 200u);
  Gossip other(options, 1, 1);
  other.merge(words);
  EXPECT_EQ(other.known().size(), 100u);
  for (const Gossip::Entry& entry : other.known()) EXPECT_EQ(entry.room, entry.rank);
}

TEST(Gossip, LaterRoundsStayWithinASite) {
  GossipOptions options;
  options.near_peers = true;
  Gossip gossip(options, 3, 0);
  auto sites = std::make_shared<std::vector<int>>(200, 0);
  for (std::size_t r = 100; r < 200; ++r) (*sites)[r] = 1;
  const RankView view{.rank = 0, .ranks = 200, .sites = sites};
  bool far = false;
  for (int i = 0; i < 50; ++i) {
    for (const int r : gossip.peers(view, 1)) far = far || r >= 100;
    for (const int r : gossip.peers(view, 3)) EXPECT_LT(r, 100);
  }
  EXPECT_TRUE(far);
}

// Tables 3.3 and 3.4: all sixteen entries, and the migration of a block of 196 KB.
TEST(GossipCost, ReproducesTheModelsOfTheDissertation) {
  struct Row {
    double cores, full, full_bisection, half, half_bisection;  // ms
    double beta;                                               // of the bisection, s per byte
  };
  for (const Row& row :
       {Row{8192, 230, 390, 2.59, 4.35, 3.63e-12}, Row{16384, 460, 390, 3.64, 3.12, 9.09e-13},
        Row{32768, 920, 1560, 5.13, 8.68, 9.09e-13},
        Row{65536, 1840, 6250, 7.23, 24.4, 9.09e-13}}) {
    const GossipNetwork direct{1.37e-5, 8.74e-9}, bisection{1.37e-5, row.beta};
    EXPECT_NEAR(1e3 * gossip_seconds(direct, row.cores, 1), row.full, 0.01 * row.full);
    EXPECT_NEAR(1e3 * gossip_seconds(direct, row.cores, 0.5), row.half, 0.01 * row.half);
    EXPECT_NEAR(1e3 * gossip_seconds_bisection(bisection, row.cores, 1), row.full_bisection,
                0.01 * row.full_bisection);
    EXPECT_NEAR(1e3 * gossip_seconds_bisection(bisection, row.cores, 0.5), row.half_bisection,
                0.01 * row.half_bisection);
  }
  EXPECT_NEAR(1e3 * migration_seconds({1.37e-5, 8.74e-9}, 196e3, 1), 1.73, 0.01);
}

// 26303 transfers of 1 onto 8192 ranks with normally distributed loads: the bound is below what
// happens, and close to it where it matters.
TEST(GossipCost, BoundsTheLargestLoad) {
  const int n = 8192;
  SmallRandom random(7, 0);
  std::vector<double> loads, probabilities;
  for (int r = 0; r < n; ++r) {
    const double u = random.uniform(), v = random.uniform();
    loads.push_back(35 + 8 * std::sqrt(-2 * std::log(1 - u)) * std::cos(6.283185307 * v));
  }
  double room = 0, transfers = 0;
  for (const double load : loads) {
    probabilities.push_back(std::max(0.0, 35 - load));
    room += probabilities.back();
    transfers += std::max(0.0, load - 35);
  }
  for (double& p : probabilities) p /= room;
  std::vector<double> under;  // loads of those that receive
  std::vector<double> shares, cumulative;
  for (std::size_t r = 0; r < loads.size(); ++r)
    if (probabilities[r] > 0) {
      under.push_back(loads[r]);
      shares.push_back(probabilities[r]);
      cumulative.push_back((cumulative.empty() ? 0 : cumulative.back()) + probabilities[r]);
    }
  constexpr int trials = 20;
  std::vector<double> maxima;
  for (int t = 0; t < trials; ++t) {
    std::vector<double> now = under;
    for (int i = 0; i < int(transfers); ++i) {
      const auto at = std::upper_bound(cumulative.begin(), cumulative.end(), random.uniform());
      now[std::min(now.size() - 1, std::size_t(at - cumulative.begin()))] += 1;
    }
    maxima.push_back(*std::max_element(now.begin(), now.end()));
  }
  double close = 1;
  for (const double limit : {48.0, 50.0, 52.0, 54.0, 56.0}) {
    const double bound = max_load_probability(under, shares, std::floor(transfers), limit);
    double seen = 0;
    for (const double max : maxima) seen += max <= limit ? 1.0 / trials : 0;
    EXPECT_LE(bound, seen + 0.34) << limit;  // three standard errors of the simulation
    if (bound > 0.8) close = std::min(close, 1 - (seen - bound));
  }
  EXPECT_GE(close, 0.8);
}

}  // namespace
}  // namespace cardon

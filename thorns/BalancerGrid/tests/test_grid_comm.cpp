// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/balance/placement_cost.hpp>
#include <random>
#include <set>

#include "grid_comm_balancer.hpp"
#include "grid_comm_refine_balancer.hpp"
#include "stencil_blocks.hpp"
#include "wide_messages.hpp"

namespace cardon {
namespace {

using test::add_hot_spot;
using test::naive_blocks;

template <class B>
Placement planned(B balancer, const BalanceProblem& problem) {
  balancer.open({});
  return placement_after(problem, balancer.plan(problem));
}

std::vector<int> border_blocks(const BalanceProblem& problem, const Placement& placement) {
  const auto wide = wide_messages(problem, sites_of(problem, placement), EdgeMeasure::messages);
  std::vector<int> counts(problem.ranks.size(), 0);
  for (std::size_t b = 0; b < wide.size(); ++b)
    counts[std::size_t(placement[b])] += wide[b] > 0 ? 1 : 0;
  return counts;
}

int spread(const std::vector<int>& counts) {
  const auto [min, max] = std::minmax_element(counts.begin(), counts.end());
  return *max - *min;
}

// The counts of neighbour pairs that the rule of the naive map gives (five cases of the reference).
TEST(NaiveBlocks, HaveTheCountsOfTheReference) {
  struct Case {
    int ranks, n;
    double wide, local;
  };
  for (const Case& c : {Case{8, 8, 8, 48}, Case{8, 16, 48, 192}, Case{8, 32, 224, 768},
                        Case{16, 8, 56, 56}, Case{64, 16, 112, 368}}) {
    const BalanceProblem problem = naive_blocks(c.n, c.ranks);
    const PlacementFigures figures = PlacementCost(problem).figures(placement_of(problem));
    EXPECT_EQ(figures.wide_messages / 2, c.wide) << c.ranks << " ranks, " << c.n;
    EXPECT_EQ((figures.messages - figures.wide_messages) / 2, c.local) << c.ranks;
  }
}

// The placing loop as the dissertation prints it, by linear searches.
class Linear {
 public:
  Linear(const BalanceProblem& problem, double tolerance)
      : p_(problem),
        tolerance_(tolerance),
        wide_(wide_messages(problem, sites_of(problem, placement_of(problem)),
                            EdgeMeasure::messages)),
        placement_(placement_of(problem)),
        seconds_(problem.ranks.size(), 0.0),
        border_(problem.ranks.size(), 0),
        of_rank_(problem.ranks.size(), 0.0) {}

  Placement run() {
    for (int site = 0; site < p_.sites; ++site) {
      std::set<int> left;
      for (std::size_t b = 0; b < p_.blocks.size(); ++b)
        if (p_.ranks[std::size_t(p_.blocks[b].rank)].site == site) left.insert(int(b));
      for (; !left.empty();) {
        const int block = choose_block(left), rank = choose_rank(site);
        left.erase(block);
        placement_[std::size_t(block)] = rank;
        seconds_[std::size_t(rank)] += work(block) / p_.ranks[std::size_t(rank)].speed;
        border_[std::size_t(rank)] += wide_[std::size_t(block)] > 0 ? 1 : 0;
        of_rank_[std::size_t(rank)] += wide_[std::size_t(block)];
      }
    }
    return placement_;
  }

 private:
  double work(int b) const { return p_.blocks[std::size_t(b)].work; }
  int choose_block(const std::set<int>& left) const {
    int a = *left.begin();
    for (const int b : left)
      if (work(b) > work(a)) a = b;
    double max_wide = 0;
    for (const int b : left) max_wide = std::max(max_wide, wide_[std::size_t(b)]);
    if (wide_[std::size_t(a)] >= max_wide) return a;
    int best = -1;
    for (const int b : left) {
      if (work(b) < (1 - tolerance_) * work(a)) continue;
      const double x = wide_[std::size_t(b)];
      if (best < 0 || x > wide_[std::size_t(best)] ||
          (x == wide_[std::size_t(best)] && work(b) > work(best)))
        best = b;
    }
    return best;
  }
  int choose_rank(int site) const {
    int q = -1;
    double min_wide = 1e300;
    for (std::size_t r = 0; r < seconds_.size(); ++r) {
      if (p_.ranks[r].site != site) continue;
      min_wide = std::min(min_wide, of_rank_[r]);
      const auto key = [&](std::size_t i) { return std::tuple(seconds_[i], of_rank_[i], i); };
      if (q < 0 || key(r) < key(std::size_t(q))) q = int(r);
    }
    if (of_rank_[std::size_t(q)] <= min_wide) return q;
    const auto key = [&](std::size_t i) {
      return std::tuple(border_[i], of_rank_[i], seconds_[i], i);
    };
    auto best = std::size_t(q);
    for (std::size_t r = 0; r < seconds_.size(); ++r)
      if (p_.ranks[r].site == site && seconds_[r] <= (1 + tolerance_) * seconds_[std::size_t(q)] &&
          key(r) < key(best))
        best = r;
    return int(best);
  }

  const BalanceProblem& p_;
  double tolerance_;
  std::vector<double> wide_;
  Placement placement_;
  std::vector<double> seconds_;
  std::vector<int> border_;
  std::vector<double> of_rank_;
};

TEST(GridComm, TreesAndLinearSearchesGiveTheSameMap) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> work(0.5, 2), speed(1, 2);
    BalanceProblem problem = naive_blocks(12, 8);
    for (BlockLoad& block : problem.blocks) block.work = work(random);
    for (RankLoad& rank : problem.ranks) rank.speed = speed(random);
    EXPECT_EQ(planned(GridCommBalancer(), problem), Linear(problem, 0.1).run());
  }
  const BalanceProblem uniform = naive_blocks(16, 8);
  EXPECT_EQ(planned(GridCommBalancer(), uniform), Linear(uniform, 0.1).run());
}

TEST(GridComm, SpreadsWorkAndBorderBlocksWithinSites) {
  for (const bool hot : {false, true})
    for (const bool by_count : {false, true}) {
      BalanceProblem problem = naive_blocks(16, 8);
      if (hot) add_hot_spot(problem, 16);
      const Placement placement =
          planned(GridCommBalancer(GridOptions{.by_count = by_count}), problem);
      EXPECT_EQ(sites_of(problem, placement), sites_of(problem, placement_of(problem)));
      const std::vector<int> border = border_blocks(problem, placement);
      EXPECT_LE(spread(border), hot ? 5 : 1);
      if (!hot) {
        EXPECT_EQ(border, (std::vector<int>(8, 12)));
      }
      if (by_count && hot) continue;  // counts are balanced, work is not
      const std::vector<double> seconds = compute_seconds(problem, placement);
      for (const std::size_t first : {std::size_t(0), std::size_t(4)}) {
        double max_seconds = 0, sum = 0;
        for (std::size_t r = first; r < first + 4; ++r) {
          max_seconds = std::max(max_seconds, seconds[r]);
          sum += seconds[r];
        }
        EXPECT_LE(max_seconds, 1.10 * sum / 4);
      }
    }
}

TEST(GridCommRefine, SpreadsBorderBlocksWithFewMoves) {
  for (const bool hot : {false, true}) {
    BalanceProblem problem = naive_blocks(16, 8);
    if (hot) add_hot_spot(problem, 16);
    const Placement full = planned(GridCommBalancer(), problem);
    const Placement refined = planned(GridCommRefineBalancer(), problem);
    const PlacementCost cost(problem);
    EXPECT_LE(2 * cost.figures(refined).moved_blocks, cost.figures(full).moved_blocks);
    EXPECT_EQ(sites_of(problem, refined), sites_of(problem, placement_of(problem)));
    EXPECT_LE(spread(border_blocks(problem, refined)), 3);
    EXPECT_EQ(spread(border_blocks(problem, placement_of(problem))), 32);
  }
}

TEST(GridComm, SpeedsCountWithinSites) {
  BalanceProblem problem = naive_blocks(16, 8);
  problem.ranks[1].speed = 1.5;
  problem.ranks[6].speed = 1.15;
  const Placement placement = planned(GridCommBalancer(), problem);
  EXPECT_NEAR(double(std::count(placement.begin(), placement.end(), 1)), 128 * 1.5 / 4.5, 4);
  EXPECT_NEAR(double(std::count(placement.begin(), placement.end(), 6)), 128 * 1.15 / 4.15, 4);
}

}  // namespace
}  // namespace cardon

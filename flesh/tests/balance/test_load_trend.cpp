// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/kit/balance/load_trend.hpp>
#include <random>

namespace cardon {
namespace {

BalanceProblem with_work(const std::vector<double>& work) {
  BalanceProblem problem;
  problem.ranks.resize(2);
  for (const double one : work) problem.blocks.push_back({.work = one});
  return problem;
}

std::vector<double> work_of(const BalanceProblem& problem) {
  std::vector<double> work;
  for (const BlockLoad& block : problem.blocks) work.push_back(block.work);
  return work;
}

testing::Matcher<std::vector<double>> Near(const std::vector<double>& work) {
  return testing::Pointwise(testing::DoubleNear(1e-12), work);
}

TEST(LoadTrend, GoesOnWhereLoadsChangeSteadily) {
  LoadTrend trend;
  trend.measured(with_work({1, 4, 2}), 10);
  trend.measured(with_work({2, 3, 2}), 20);
  EXPECT_EQ(trend.share(), 0);  // nothing has shown yet that changes go on
  trend.measured(with_work({3, 2, 2}), 30);
  EXPECT_EQ(trend.share(), 1);
  EXPECT_THAT(work_of(trend.ahead(with_work({3, 2, 2}), 10)), Near({4, 1, 2}));
  EXPECT_THAT(work_of(trend.ahead(with_work({3, 2, 2}), 100)), Near({13, 0.2, 2}));
}

TEST(LoadTrend, LoadsMayAllGrowMeanwhile) {
  LoadTrend trend;
  trend.measured(with_work({1, 4, 2}), 10);
  trend.measured(with_work({20, 30, 20}), 20);
  trend.measured(with_work({3, 2, 2}), 30);
  EXPECT_EQ(trend.share(), 1);
  EXPECT_THAT(work_of(trend.ahead(with_work({3, 2, 2}), 10)), Near({4, 1, 2}));
}

TEST(LoadTrend, GoesOnByHalfWhereChangesFade) {
  LoadTrend trend;
  double change = 1, work = 1, step = 0;
  for (int window = 0; window < 6; ++window, work += change, change /= 2)
    trend.measured(with_work({work, 9 - work}), step += 10);
  EXPECT_EQ(trend.share(), 0.5);
}

TEST(LoadTrend, LoadsStayWhereChangesAreErrorsOrJumps) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> error(-0.1, 0.1);
  LoadTrend noisy, jumping;
  for (int window = 1; window < 20; ++window) {
    std::vector<double> work(16, 1.0);
    for (double& one : work) one += error(random);
    noisy.measured(with_work(work), 10 * window);
    jumping.measured(with_work({window / 3 % 2 == 0 ? 1.0 : 5.0, 1}), 10 * window);
    EXPECT_EQ(noisy.share(), 0) << window;
    EXPECT_EQ(jumping.share(), 0) << window;
    EXPECT_EQ(work_of(noisy.ahead(with_work(work), 10)), work);
  }
}

TEST(LoadTrend, KnowsNothingOfOtherBlocks) {
  LoadTrend trend;
  for (int window = 1; window < 4; ++window)
    trend.measured(with_work({1.0 * window, 9.0 - window}), 10 * window);
  ASSERT_EQ(trend.share(), 1);
  trend.measured(with_work({4, 1, 1}), 40);
  EXPECT_EQ(trend.share(), 0);
  EXPECT_EQ(work_of(trend.ahead(with_work({4, 1, 1}), 10)), (std::vector<double>{4, 1, 1}));
}

}  // namespace
}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "rank_reports.hpp"
#include "support/local_transport.hpp"
#include "support/plain_driver.hpp"

namespace cardon {
namespace {

constexpr int tag = 900;

// Two blocks of rank 0 and one of each other rank; a step takes rank r so many seconds: r + 1.
class CountingDriver : public PlainDriver {
 public:
  explicit CountingDriver(Transport& transport) : rank_(transport.rank()) {
    for (int block = 0; block <= transport.size(); ++block) {
      decomposition_.owned.push_back({{10 * block, 0, 0}, {10 * (block + 1), 1, 1}});
      decomposition_.rank_of_block.push_back(std::max(0, block - 1));
    }
    timings_.tasks.resize(1);
    timings_.links.resize(1);
  }
  const Decomposition& decomposition() const override { return decomposition_; }
  const Timings& timings() const override { return timings_; }
  void step() {
    timings_.tasks[0].compute += rank_ + 1;
    timings_.links[0].wait += 0.5;
  }

 private:
  int rank_;
  Decomposition decomposition_;
  Timings timings_;
};

TEST(RankReports, BringFiguresOfAllRanksToRank0) {
  on_ranks(3, [](Transport& transport) {
    CountingDriver driver(transport);
    RankReports reports(transport, tag, 0);
    for (long step = 0; step <= 18; ++step) {
      if (step > 0) driver.step();
      reports.after_step(step, driver);
    }
    // The report of step 2 has been answered; that of step 18 may be on its way.
    if (transport.rank() == 0) {
      ASSERT_EQ(reports.ranks().size(), 3U);
      EXPECT_EQ(reports.ranks()[0].owned_points, 20);
      EXPECT_EQ(reports.ranks()[2].owned_points, 10);
    }
    reports.close();
    if (transport.rank() > 0) {
      EXPECT_TRUE(reports.ranks().empty());
      return;
    }
    EXPECT_EQ(reports.ranks()[2].compute, 18 * 3);
    EXPECT_EQ(reports.ranks()[2].recent, 16 * 3);
    EXPECT_EQ(reports.ranks()[2].exchange, 18 * 0.5);
  });
}

// Reports would otherwise be as many as steps, or none in hours.
TEST(RankReports, ComeOncePerInterval) {
  LocalWorld world(1);
  LocalTransport transport(world, 0);
  CountingDriver driver(transport);
  RankReports reports(transport, tag, 0.05);
  int changes = 0;
  double before = 0;
  const double start = seconds_now();
  for (long step = 0; step <= 400; ++step) {
    driver.step();
    reports.after_step(step, driver);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const double now = reports.ranks().empty() ? 0 : reports.ranks()[0].compute;
    changes += now > before ? 1 : 0;
    before = now;
  }
  reports.close();
  EXPECT_GE(changes, 4);
  // Intervals last longer or shorter where steps change their pace, as on a busy machine.
  EXPECT_LE(changes, 8 + 2 * (seconds_now() - start) / 0.05);
}

TEST(RankReports, MayEndBeforeTheFirstOne) {
  on_ranks(2, [](Transport& transport) {
    CountingDriver driver(transport);
    RankReports reports(transport, tag, 1);
    reports.after_step(0, driver);
    reports.close();
    EXPECT_TRUE(reports.ranks().empty());
  });
}

}  // namespace
}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "metis_partitioner.hpp"
#include "support/partitioner_checks.hpp"

namespace cardon {
namespace {

const MetisPartitioner metis;

TEST(MetisPartitioner, FindsTheStraightCut) { expect_straight_cuts(metis); }

TEST(MetisPartitioner, IsAsGoodAsBruteForceOnSmallGraphs) { EXPECT_GE(best_of_twenty(metis), 14); }

TEST(MetisPartitioner, SharesMayBeAnyNumbers) { expect_any_shares(metis); }

TEST(MetisPartitioner, TakesWhatHasLittleToDivide) { expect_little_is_divided(metis); }

TEST(MetisPartitioner, GivesEqualResultsForEqualArguments) { expect_equal_results(metis); }

}  // namespace
}  // namespace cardon

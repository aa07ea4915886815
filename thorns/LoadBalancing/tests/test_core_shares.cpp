// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "core_shares.hpp"

namespace cardon {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A rank that worked for 1 s, and another that was interrupted for so many.
std::vector<LoadReport> interrupted(double seconds) {
  LoadReport free, disturbed{.background = 0.25, .interrupted = seconds};
  free.blocks = {{0, 1, 8, {}}};
  disturbed.blocks = {{1, 0.75, 8, {}}};
  return {free, disturbed};
}

TEST(CoreShares, CountWhereTheyLast) {
  CoreShares cores;
  for (const double seconds : {3.0, 1.0}) {
    cores.measured(interrupted(seconds));
    EXPECT_THAT(cores.lasting(), IsEmpty());
  }
  cores.measured(interrupted(2));
  EXPECT_THAT(cores.lasting(), ElementsAre(1, DoubleEq(0.5)));
}

TEST(CoreShares, DoNotCountWhereInterruptionsPass) {
  CoreShares cores;
  for (const double seconds : {3.0, 0.1, 3.0}) cores.measured(interrupted(seconds));
  EXPECT_THAT(cores.lasting(), ElementsAre(1, 1));
  for (const double seconds : {3.0, 3.0}) cores.measured(interrupted(seconds));
  EXPECT_THAT(cores.lasting(), ElementsAre(1, DoubleEq(0.25)));
}

// Without work nothing is learned; after some time the rank gets another chance.
TEST(CoreShares, AreForgottenWhereARankHasNoWork) {
  CoreShares cores;
  for (int n = 0; n < 3; ++n) cores.measured(interrupted(1000));
  EXPECT_THAT(cores.lasting(), ElementsAre(1, DoubleEq(0.25)));
  std::vector<LoadReport> idle = interrupted(0);
  idle[1] = {.idle = 1};
  cores.measured(idle);
  EXPECT_NEAR(cores.lasting()[1], 0.325, 1e-12);
  for (int n = 0; n < 20; ++n) cores.measured(idle);
  EXPECT_THAT(cores.lasting(), ElementsAre(1, 1));
}

}  // namespace
}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/grid/task_failures.hpp>

namespace cardon {
namespace {

bool keep(TaskFailures& failures, long step, bool nan) {
  return failures.keep(Error(Problem{.slug = "toy/density"}), step, [=] { return nan; });
}

TEST(TaskFailures, WaitForACheckOnlyIfThereIsOneAndNaNWasRead) {
  TaskFailures failures;
  EXPECT_FALSE(keep(failures, 3, true));
  failures.await_checks(true);
  EXPECT_FALSE(keep(failures, 3, false));
  EXPECT_TRUE(keep(failures, 3, true));
}

TEST(TaskFailures, AreThrownWhereTheCheckFindsNothing) {
  TaskFailures failures;
  failures.await_checks(true);
  EXPECT_TRUE(keep(failures, 7, true));
  EXPECT_NO_THROW(failures.throw_unexplained());
  failures.found_finite(6);
  EXPECT_NO_THROW(failures.throw_unexplained());
  failures.found_finite(7);
  EXPECT_THROW(failures.throw_unexplained(), Error);
  EXPECT_THROW(failures.throw_any(), Error);
}

TEST(TaskFailures, OfRejectedStepsAreForgotten) {
  TaskFailures failures;
  failures.await_checks(true);
  EXPECT_TRUE(keep(failures, 9, true));
  EXPECT_TRUE(keep(failures, 8, true));
  failures.go_back(8);
  EXPECT_THROW(failures.throw_any(), Error);
  failures.go_back(7);
  EXPECT_NO_THROW(failures.throw_any());
}

TEST(TaskFailures, OfRepeatedStepsWaitForTheirOwnCheck) {
  TaskFailures failures;
  failures.await_checks(true);
  failures.found_finite(9);
  failures.go_back(6);
  EXPECT_TRUE(keep(failures, 8, true));
  EXPECT_NO_THROW(failures.throw_unexplained());
  failures.found_finite(8);
  EXPECT_THROW(failures.throw_unexplained(), Error);
}

TEST(TaskFailures, AreThrownWhereThereWillBeNoFurtherCheck) {
  TaskFailures failures;
  failures.await_checks(true);
  EXPECT_TRUE(keep(failures, 8, true));
  failures.await_checks(false);
  EXPECT_THROW(failures.throw_unexplained(), Error);
  failures.await_checks(true);
  EXPECT_NO_THROW(failures.throw_unexplained());
}

TEST(TaskFailures, DoNotMatterWhereTheRunEndsForAnotherReason) {
  TaskFailures failures;
  failures.disregard();
  EXPECT_TRUE(keep(failures, 4, false));
  EXPECT_NO_THROW(failures.throw_any());
}

}  // namespace
}  // namespace cardon

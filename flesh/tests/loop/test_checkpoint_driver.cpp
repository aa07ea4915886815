// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "../support/local_transport.hpp"
#include "loop/checkpoint_driver.hpp"
#include "loop/checkpoints.hpp"
#include "plain_driver.hpp"

namespace cardon {
namespace {

using ::testing::HasSubstr;

TEST(CheckpointDriver, WhoAsksForCheckpointsIsToldThatThereAreNone) {
  PlainDriver driver;
  try {
    require_checkpoints(driver, "mine");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems()[0].slug, "checkpoint/driver");
    EXPECT_THAT(error.what(), HasSubstr("the driver mine has no checkpoints"));
  }
}

TEST(CheckpointDriver, WhereNobodyAskedTheLastOneFailsInWords) {
  PlainDriver driver;
  cardon::Setup setup;
  LocalWorld world(1);
  LocalTransport transport(world, 0);
  const ScalarReductions scalars({});
  Checkpoints checkpoints(setup, driver, transport, scalars);
  checkpoints.save(10, {});
  checkpoints.finish();
  EXPECT_FALSE(checkpoints.any());
  EXPECT_EQ(checkpoints.failure(), "this driver shows no layout");
}

}  // namespace
}  // namespace cardon

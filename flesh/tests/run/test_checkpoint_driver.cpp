// SPDX-License-Identifier: Apache-2.0
// Drivers that show neither layout nor storage, as a user's own may.
#include <gmock/gmock.h>

#include "../support/local_transport.hpp"
#include "run/checkpoint_driver.hpp"
#include "run/checkpoints.hpp"

namespace cardon {
namespace {

using ::testing::HasSubstr;

class PlainDriver : public Driver {
 public:
  void setup(const DriverSetup&) override {}
  const Decomposition& decomposition() const override { return decomposition_; }
  std::vector<plan::Link> links() const override { return {}; }
  void execute(std::span<const plan::Operation>, const StepState&) override {}
  FieldView view(int, int) override { return {}; }
  const Timings& timings() const override { return timings_; }

 private:
  Decomposition decomposition_;
  Timings timings_;
};

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
  const ScalarBoard scalars({});
  Checkpoints checkpoints(setup, driver, transport, scalars);
  checkpoints.save(10, {});
  checkpoints.finish();
  EXPECT_FALSE(checkpoints.any());
  EXPECT_EQ(checkpoints.failure(), "this driver shows no layout");
}

}  // namespace
}  // namespace cardon

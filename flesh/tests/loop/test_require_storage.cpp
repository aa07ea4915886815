// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/services/tunable.hpp>

#include "../support/local_transport.hpp"
#include "../support/plain_driver.hpp"
#include "loop/checkpoints.hpp"
#include "loop/require_storage.hpp"
#include "machine/machine_resolver.hpp"
#include "startup/driver_setup.hpp"

namespace cardon {
namespace {

using ::testing::HasSubstr;

TEST(PlainDriver, OffersNothingButTheDriverItself) {
  PlainDriver driver;
  EXPECT_EQ(offered_by<StorageAccess>(driver), nullptr);
  EXPECT_EQ(offered_by<Decomposer>(driver), nullptr);
  EXPECT_EQ(offered_by<Tunable>(driver), nullptr);
  try {
    fields_of(driver, "mine");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems()[0].slug, "driver/incomplete");
    EXPECT_THAT(error.what(), HasSubstr("the driver mine gives no access to its fields"));
  }
}

TEST(PlainDriver, CannotDecomposeWithoutRunning) {
  ThornDeclaration thorn{.name = "Test"};
  ServiceDeclaration service;
  service.role = role_name<Driver>;
  service.name = "mine";
  service.make = []() -> std::shared_ptr<void> {
    return std::static_pointer_cast<void>(std::shared_ptr<Driver>(std::make_shared<PlainDriver>()));
  };
  thorn.services.push_back(service);
  CheckedRun run;
  run.library.catalogue.add(thorn);
  run.driver_name = "mine";
  const Machine machine = one_site(2);
  EXPECT_FALSE(planned_decomposition(run, machine, 2));
  try {
    require_decomposition(run, machine, 2);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems()[0].slug, "driver/incomplete");
    EXPECT_THAT(error.what(), HasSubstr("the driver mine cannot decompose a grid without running"));
  }
}

TEST(RequireStorage, WhoAsksForCheckpointsIsToldThatThereAreNone) {
  try {
    require_storage(nullptr, "mine");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems()[0].slug, "checkpoint/driver");
    EXPECT_THAT(error.what(), HasSubstr("the driver mine has no checkpoints"));
  }
}

TEST(RequireStorage, WhereNobodyAskedTheLastOneFailsInWords) {
  CheckedRun run;
  run.driver_name = "mine";
  LocalWorld world(1);
  const PlacedRun placed{run, {}, std::make_shared<LocalTransport>(world, 0)};
  Warnings warnings;
  const ScalarReductions scalars({});
  Checkpoints checkpoints(placed, warnings, nullptr, scalars, run.clock);
  checkpoints.save(10, 0, {});
  checkpoints.finish();
  EXPECT_FALSE(checkpoints.any());
  EXPECT_EQ(checkpoints.failure(), "the driver mine gives no access to its blocks");
}

}  // namespace
}  // namespace cardon

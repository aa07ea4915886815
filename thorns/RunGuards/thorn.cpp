// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "health.hpp"
#include "watch.hpp"

CARDON_THORN(RunGuards) {
  thorn.summary("Ends runs in time, and those whose fields contain NaN");
  cardon::provide<cardon::StepService, cardon::Health>(
      thorn, "health", "Checks the evolved fields for NaN and infinity")
      .section("health")
      .parameters(cardon::Health::every);
  cardon::provide<cardon::StepService, cardon::Watch>(
      thorn, "watch",
      "Stops a run for a signal, a file or the wall time, after a checkpoint; lets users steer it")
      .section("steering")
      .parameters(cardon::RunRequests::replay)
      .shares(cardon::Watch::section, cardon::declare(cardon::Watch::limit).without_default());
}

// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "health.hpp"

CARDON_THORN(RunGuards) {
  thorn.summary("Ends runs whose fields are no longer numbers");
  cardon::provide<cardon::StepService, cardon::Health>(
      thorn, "health", "Checks the evolved fields for NaN and infinity")
      .section("health")
      .parameters(cardon::Health::every);
}

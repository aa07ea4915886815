// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "thermal.hpp"

CARDON_THORN(Thermal) {
  thorn.summary("Watches the temperatures of processors, and keeps them below a limit");
  cardon::provide<cardon::StepService, cardon::Thermal>(
      thorn, "thermal", "Records temperatures; lowers the frequency of chips that are too hot")
      .section("thermal")
      .parameters(cardon::Thermal::control, cardon::Thermal::limit, cardon::Thermal::every,
                  cardon::Thermal::sysfs, cardon::Thermal::source, cardon::Thermal::resistances,
                  cardon::Thermal::room, cardon::Thermal::time_constant);
}

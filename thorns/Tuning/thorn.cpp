// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "tuning.hpp"

CARDON_THORN(Tuning) {
  thorn.summary("Changes settings of the driver during a run, as a tuner decides");
  cardon::provide<cardon::StepService, cardon::Tuning>(
      thorn, "tuning", "Measures windows of steps, and carries out what the tuner decides");
}

// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "tuning.hpp"
#include "tuning_parameters.hpp"

CARDON_THORN(Tuning) {
  namespace parameters = cardon::tuning_parameters;
  thorn.summary("Changes settings of the driver during a run, as a tuner decides");
  cardon::provide<cardon::StepService, cardon::Tuning>(
      thorn, "tuning", "Measures windows of steps, and carries out what the tuner decides")
      .section(parameters::section)
      .parameters(parameters::tuner(), parameters::window, parameters::budget,
                  parameters::max_depth, parameters::codecs(), parameters::start(),
                  parameters::seed);
}

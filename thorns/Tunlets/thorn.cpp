// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "tunlets.hpp"

CARDON_THORN(Tunlets) {
  using namespace cardon;
  thorn.summary("Sensors, tunlets that judge what these emit, and actuators that change the run");
  provide<StepService, Tunlets>(thorn, "tunlets", "Analyses of the run as plug-ins and rules")
      .section(tunlets_section)
      .parameters(
          tunlets_run, tunlets_window, tunlets_suspended, tunlets_disabled,
          declare_tree(
              "sensors",
              "What is measured where, by name: at, region, from, kind (simple, timer, average, "
              "threshold), of, above, below, report"),
          declare_tree("actuators",
                       "What may change, by name: kind (value, map, function, switch), parameter, "
                       "values, function (replan, checkpoint, stop), on, off, always"),
          declare_tree(
              "rules",
              "What fires when: sensor, statistic (mean, slowest, events), above or below, "
              "fire, value"));
}

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <cardon/services/decomposer.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/tuning/cost_model.hpp>
#include <memory>
#include <string>
#include <vector>

#include "guards/endless_tasks.hpp"
#include "plans/site_plans.hpp"
#include "registry/opened_thorns.hpp"
#include "startup/checked_run.hpp"

namespace cardon {

/// A run that is thought through but not started: no transport, no fields.
struct PlannedRun {
  InputOptions input;  ///< of the run, for those who read it again
  std::shared_ptr<OpenedThorns> opened = std::make_shared<OpenedThorns>();
  std::shared_ptr<const CheckedRun> setup;
  std::unique_ptr<const Machine> machine;
  std::unique_ptr<EndlessTasks> endless;  ///< tasks are examined, and timed
  int ranks = 1;
  DriverSetup driver_setup;
  PlannedDecomposition planned;  ///< with the settings in the file
  std::unique_ptr<Layout> layout;

  /// Of the driver, or if it has none, of the one for several sites. Throws Error
  /// driver/incomplete if no driver has a model.
  std::unique_ptr<CostModel> model(int max_ranks = ModelOptions{}.max_ranks) const;
};

/// `machine`: a machine file that takes the place of the section `machine`; empty: that section.
/// `ranks`: 0: as many as the sites have. Throws what check_run, plan_machine and Decomposer throw.
PlannedRun plan_run(InputOptions input, const std::string& machine, int ranks);

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/tuning/tuning_spec.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/services/parameter_set.hpp>
#include <memory>
#include <string>

#include "machine/machine_spec.hpp"
#include "registry/opened_thorns.hpp"
#include "startup/input_options.hpp"
#include "startup/loaded_thorns.hpp"

namespace cardon {

/// A run whose parameters are resolved and whose tasks are in order; how long it runs and what it
/// writes may not be known. Parts refer to each other, so it stays where it is.
struct ScheduledRun : LoadedThorns {
  std::unique_ptr<ParameterSet> parameters;
  std::string title;
  int estimate_order = 0;  ///< of the integrator's estimate of errors; 0: it has none
  std::string integrator;  ///< empty if no field needs one
  Program program;         ///< its time steps are those of a CheckedRun
  FaceBoundary faces[3][2];
  std::string driver_name;
  MachineSpec machine_spec;
  TuningSpec tuning;
};

/// Reads, loads and schedules; without data files also what follows from the step. Throws Error
/// with all problems that could be found in one pass.
std::shared_ptr<const ScheduledRun> schedule_run(const InputOptions& options);

}  // namespace cardon

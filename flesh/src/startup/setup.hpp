// SPDX-License-Identifier: Apache-2.0
// From the command line to everything that is known before the grid is decomposed.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/warnings.hpp"
#include "cardon/services/driver.hpp"
#include "cardon/services/parameter_input.hpp"
#include "cardon/services/parameter_set.hpp"
#include "machine/machine_spec.hpp"
#include "registry/thorn_library.hpp"
#include "restart/restart_choice.hpp"
#include "startup/checkpoint_spec.hpp"
#include "startup/output_entry.hpp"
#include "startup/run_options.hpp"
#include "startup/tuning_spec.hpp"

namespace cardon {

/// A run that has been read and checked. Stays where it is: parts refer to each other.
struct Setup {
  ParameterInput input;
  ThornLibrary library;
  ParameterRegistry registry;
  std::unique_ptr<ParameterSet> parameters;
  std::string title;
  std::string integrator;  ///< empty if no field needs one
  Program program;
  FaceBoundary faces[3][2];
  std::string driver_name;
  MachineSpec machine_spec;
  Machine machine;  ///< once the ranks are known
  TuningSpec tuning;
  CheckpointSpec checkpoint;
  double wall_limit = 0;                 ///< s; 0: none
  std::optional<RestartChoice> restart;  ///< where the run continues from
  std::vector<std::string> changes;      ///< parameters other than in the checkpoint, as lines
  std::vector<OutputEntry> outputs;
  Real start_time = 0;
  long last_iteration = 0;
  Warnings warnings;

  Real time_at(long iteration) const { return start_time + Real(iteration) * program.dt; }
};

/// For DriverSetup::codec. The set-up must outlive it.
std::function<std::shared_ptr<Codec>(std::string_view, const Location&)> make_codec(
    const Setup& setup);

/// Reads, loads, checks. Throws Error with all problems that could be found in one pass.
/// With InputOptions::without_data, a run with data files has no step and no outputs.
/// With `restart` fixed parameters come from the checkpoint, and what does not fit it is a problem.
std::unique_ptr<Setup> set_up(const InputOptions& options,
                              std::optional<RestartChoice> restart = {});

}  // namespace cardon

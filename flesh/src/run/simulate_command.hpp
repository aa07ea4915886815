// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "run/commands.hpp"

namespace cardon {

struct SimulateOptions {
  InputOptions input;
  std::string machine;  ///< machine file; empty: the section `machine` of the parameter file
  int ranks = 0;        ///< 0: as many as the sites have
  std::string tuner;    ///< service; "none": no tuning; empty: as the section `tuning` says
  long steps = 0;       ///< 0: as many as the run has
  double speed = 0;     ///< as PredictOptions::speed
  bool json = false;
};

/// The verb `simulate`: the run on a machine that is not there, in virtual time. Decomposition,
/// plans and tuner are real, processors and links are not, and no field exists. Returns the exit
/// code.
int simulate_command(const SimulateOptions& options);

}  // namespace cardon

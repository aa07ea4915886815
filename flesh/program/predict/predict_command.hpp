// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "startup/input_options.hpp"

namespace cardon {

struct PredictOptions {
  InputOptions input;
  std::string machine;  ///< machine file; empty: the section `machine` of the parameter file
  int ranks = 0;        ///< 0: as many as the sites have
  double speed = 0;     ///< grid points per second of a rank of speed 1; 0: measured
  bool json = false;
};

/// The verb `predict`: the time of a step with the settings of the parameter file, and the best
/// settings of those that are left to a tuner; nothing runs. Returns the exit code.
int predict_command(const PredictOptions& options);

}  // namespace cardon

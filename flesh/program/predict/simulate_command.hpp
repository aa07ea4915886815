// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "predict/predict_command.hpp"

namespace cardon {

struct SimulateOptions : PredictOptions {
  std::string tuner;  ///< service; "none": no tuning; empty: as the section `tuning` says
  long steps = 0;     ///< 0: as many as the run has
};

/// The verb `simulate`: the run on a hypothetical machine, in virtual time. Decomposition,
/// plans and tuner are real, processors and links are not, and no field exists. Returns the exit
/// code.
int simulate_command(const SimulateOptions& options);

}  // namespace cardon

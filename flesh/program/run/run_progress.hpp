// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "console/screen.hpp"
#include "loop/simulation.hpp"

namespace cardon {

/// What the progress line says after a step. `first_step`: when steps began, by seconds_now().
Progress progress_of(const CheckedRun& run, Simulation& simulation, double first_step);

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "console/screen.hpp"
#include "loop/simulation.hpp"

namespace cardon {

/// What the progress line says after a step. `seconds`: since steps began.
Progress progress_of(const CheckedRun& run, Simulation& simulation, double seconds);

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "console/screen.hpp"

namespace cardon {

class Simulation;
struct Grid;

/// What the progress line says after a step. `seconds`: since steps began.
Progress progress_of(const Grid& grid, Simulation& simulation, double seconds);

}  // namespace cardon

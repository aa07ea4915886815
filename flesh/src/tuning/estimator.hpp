// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "cardon/decomposition.hpp"
#include "cardon/machine.hpp"
#include "cardon/tuning/rank_window.hpp"
#include "cardon/tuning/tuning_window.hpp"

namespace cardon {

struct Program;

/// What is known of a window besides what ranks measured.
struct WindowFrame {
  const Program* program = nullptr;
  const Machine* machine = nullptr;
  const Decomposition* decomposition = nullptr;
  DriverSettings settings;
  std::vector<CodecNames> trials;  ///< chains on trial, as Tunable::try_codecs got them
  long first = 0, last = 0;        ///< iterations
  double change_seconds = 0, seconds_left = 0, seconds_so_far = 0;  ///< as in TuningWindow
};

/// Makes one picture of what all ranks measured, in the order of ranks.
TuningWindow summarise(const WindowFrame& frame, const std::vector<RankWindow>& ranks);

}  // namespace cardon

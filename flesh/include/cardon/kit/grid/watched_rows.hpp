// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/plan/row_watch.hpp>
#include <cardon/services/driver.hpp>

namespace cardon {

/// What executors show of a step, for RowWatching.
struct WatchedRows {
  const RowWatch* watch = nullptr;  ///< null: nothing is watched
  double seconds = 0;               ///< that looking has taken

  /// Whether this step is watched.
  bool in(const StepState& state) const {
    return watch != nullptr && !state.initial && state.iteration == watch->iteration;
  }
};

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "task_farm/port_law.hpp"

namespace cardon {

/// What is decided upon: the workers of one port as measured, and what could be changed.
struct FarmState {
  std::vector<WorkerGroup> groups;  ///< those that work, in the order of service
  std::vector<WorkerGroup> finer;   ///< the same with the next finer grain; empty: there is none
  bool coarser = false;             ///< a coarser grain is possible
  int obtainable = 0;               ///< workers of the last group that could be added
  double cores_per_worker = 0;      ///< that a worker keeps busy; 0: not known
  double cores = 0;                 ///< of the last group; 0: not known
  /// s until all is done with so many workers of each group, if nothing else changes; null:
  /// workers are never released.
  std::function<double(const std::vector<int>& workers)> remaining;
};

/// What master and managers do about grain and workers, and why.
struct FarmDecision {
  enum class Action { keep, coarsen, refine, add, release };
  Action action = Action::keep;
  std::vector<int> workers;  ///< of each group, if they are added or released
  double load = 0;           ///< of the port, as measured
  std::string reason;        ///< with the figures
};

const char* action_word(FarmDecision::Action action);

/// The rule of sections 3.2.4 and 3.3, as corrected: a port that cannot serve its workers gets
/// coarser grains; if there are none, workers are released, but only where the rest does not take
/// longer without them (by `release_tolerance`). A port with time left gets more workers up to the
/// knee, that of the processors included, or finer grains if it can serve all workers then as well,
/// with 5 % of its time left.
FarmDecision decide(const FarmState& state);

/// Fewer workers may take so much longer.
inline constexpr double release_tolerance = 0.03;

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <vector>

#include "task_farm/farm_decision.hpp"

namespace cardon {

/// A master and its workers on a virtual clock. Work is counted in units, those of the finest
/// grain; a grain of level k has 2^(levels - 1 - k) of them.
struct FarmScene {
  struct Group {
    int workers = 1;
    double speed = 1;
    double link = 1;     ///< a grain takes so many times as long to travel to and from it
    double latency = 0;  ///< s, one way
    /// Its grains go through a communication manager, which waits for the slow link instead of the
    /// master.
    bool manager = false;
  };
  std::vector<Group> groups;                       ///< in the order of service
  std::function<double(int level)> compute;        ///< s at speed 1
  std::function<double(int level)> input, output;  ///< s of the port
  long units = 0;
  int levels = 1;
  int level = 0;  ///< at the start
  bool tuned = false;
  bool releases = true;   ///< workers may be released
  bool careful = true;    ///< only where that pays
  bool estimates = true;  ///< groups without figures are estimated
  double noise = 0;       ///< of the time of a grain: up to this share more or less
  unsigned seed = 1;
  /// At a time the links of all groups become so many times as slow, and later as they were.
  double change_after = 0, change = 1;
  double restored_after = 0;  ///< 0: never
  /// Called when a grain is back, with its first unit, from 0, and their number; null: nobody asks.
  std::function<void(long first, long units)> done = {};
};

struct FarmOutcome {
  double seconds = 0;
  double efficiency = 0;                ///< work over the time of the workers that were kept
  int level = 0;                        ///< at the end
  int workers = 0;                      ///< at the end
  std::vector<FarmDecision> decisions;  ///< those that changed something
  std::vector<double> finished;         ///< s, when each quarter of the units was done
  std::vector<double> first;            ///< s, when each worker got its first grain
};

/// Grains go to the worker with the fewest grains, of these to the first group; a worker has two
/// at most, one that it computes and one that waits. The port is full duplex, one grain at a time
/// each way.
FarmOutcome simulate_farm(const FarmScene& scene);

}  // namespace cardon

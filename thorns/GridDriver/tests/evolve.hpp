// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <cardon/services/block_migration.hpp>
#include <cardon/services/decomposition.hpp>
#include <cardon/services/timings.hpp>
#include <cardon/tuning/driver_settings.hpp>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "experiment.hpp"
#include "slow_world.hpp"
#include "support/long_version.hpp"

namespace cardon::test {

/// Random delays, and messages that wait for their receiver: the worst of both.
inline Weather storm(unsigned seed) {
  auto random = std::make_shared<std::mt19937>(seed);
  return {.delay = [random](const Envelope&) { return 1e-6 * double((*random)() % 400); },
          .eager_bytes = 2000};
}

inline const std::vector<std::vector<int>> few_sites{{3}, {1, 1}, {2, 1}, {1, 1, 1}, {1, 2, 1}};

/// What a run left behind.
struct Outcome {
  std::vector<Real> values;  ///< the bits of the first field over the whole grid, x fastest
  Decomposition decomposition;
  std::vector<Timings> timings;  ///< by rank
  /// By rank and step: how the first wide link's codecs are described behind readings, changes and
  /// moves.
  std::vector<std::map<int, std::string>> codecs;
  /// By rank and task: the points that the plan says.
  std::vector<std::vector<long>> planned_points;
};

struct Manner {
  int steps = 9;       ///< not a multiple of any ghost depth but 1 and 3
  int look_every = 4;  ///< steps after which all ranks look at the fields and gather
  Weather weather = {};
  /// Settings that all ranks go over to behind a step, by step.
  std::map<int, DriverSettings> changes = {};
  /// Tables of owners by which blocks migrate behind a step, by step; made on every rank from its
  /// layout.
  std::map<int, std::function<std::vector<int>(const Layout&)>> moves = {};
  /// Chains that all ranks try behind a step, and steps behind which they look at what was found.
  std::map<int, std::vector<CodecNames>> trials = {};
  std::set<int> readings = {};
  /// Ranks that are idle from behind a step on, by step.
  std::map<int, std::vector<int>> idle = {};
  /// Factors by which sites get more of the grid behind a step, by step.
  std::map<int, std::vector<double>> shares = {};
  /// Blocks are measured when they come to the end of this step; -1: never. By any thread.
  int measured_step = -1;
  std::function<void(const BlockMeasure&)> take = {};
};

/// Runs the grid driver on as many threads as there are ranks. Throws std::runtime_error if
/// anything is left on its way.
Outcome evolve(const Experiment& experiment, const Manner& manner = {});

}  // namespace cardon::test

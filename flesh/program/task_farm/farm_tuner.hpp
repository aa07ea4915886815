// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <deque>
#include <functional>
#include <vector>

#include "task_farm/farm_decision.hpp"

namespace cardon {

/// What grains of a level are expected to cost, up to a factor that is measured. Levels count from
/// the coarsest, 0.
struct GrainCost {
  double compute = 0, port = 0;  ///< s
  double own_port = 0;           ///< s, of a communication manager
};

/// Measures what grains cost and decides, once in a round in which each worker has done one.
/// Whatever runs the members, be it processes or a virtual clock, asks this.
class FarmTuner {
 public:
  using Nominal = std::function<GrainCost(int group, int level)>;
  struct Setup {
    int groups = 1, levels = 1;
    Nominal nominal;
    std::vector<double> latency;           ///< by group, s; empty: 0
    std::function<double()> live_latency;  ///< of all groups, as it is now; null: `latency`
    bool shares = false;  ///< a manager divides a grain among the workers of its group
    /// A group without measurements is taken to differ from its nominal costs as the others do.
    bool estimates = true;
  };
  /// What only the caller knows at the time of a decision.
  struct Situation {
    std::vector<int> workers;  ///< by group
    int level = 0;
    int obtainable = 0;
    double cores_per_worker = 0, cores = 0;
    std::function<double(const std::vector<int>& workers)> remaining;
  };

  explicit FarmTuner(Setup setup);
  /// A worker of the group has done a grain of the level.
  void record(int group, int level, const GrainCost& measured);
  /// Whether a round is over, with so many workers.
  bool due(int workers) const { return done_ >= workers && workers > 0; }
  /// Starts the next round. Without figures of all groups that work nothing is changed.
  FarmDecision decide(const Situation& situation);
  /// As measured, scaled to the level.
  GrainCost cost(int group, int level) const;
  bool knows(int group) const;

 private:
  GrainCost mean(int group) const;
  std::vector<WorkerGroup> groups_at(int level, const std::vector<int>& workers) const;

  static constexpr std::size_t kept = 8;  // samples
  Setup setup_;
  std::vector<std::deque<GrainCost>> samples_;  // by group, over nominal
  int done_ = 0;
};

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
// Finds settings of a run while it runs.
#pragma once
#include <cardon/services/machine.hpp>
#include <cardon/tuning/cost_model.hpp>
#include <cardon/tuning/decision.hpp>
#include <cardon/tuning/tuning_window.hpp>
#include <memory>
#include <string>
#include <vector>

namespace cardon {

class ParameterSet;
struct Program;

/// What a tuner is told when it starts; all that is referred to outlives it.
struct TunerSetup {
  const Program* program = nullptr;          ///< of the run
  const ParameterSet* parameters = nullptr;  ///< resolved values of the run
  const Machine* machine = nullptr;          ///< sites and links
  DriverSettings start;                      ///< settings with which the run begins
  TunableSet freedom;                        ///< settings that may be changed
  /// Cost model of the same program and machine.
  const CostModel* model = nullptr;
  /// Chains that may be used, without losses: tuning.codecs as far as their codecs are there.
  std::vector<CodecNames> chains;
  std::vector<LinkEnds> links;  ///< names of the wide links, for texts
  double budget = 0.02;  ///< share of the run's time that the search may cost (tuning.budget)
  long window = 0;  ///< steps of a window if the user gave them (tuning.window); 0: up to the tuner
  int max_depth = 0;    ///< most ghost layers to try (tuning.max_depth); 0: as many as fit
  bool verify = false;  ///< `start` comes from an earlier run (tuning.start), and is to be verified
  unsigned seed = 1;    ///< for stochastic tuners (tuning.seed)
};

/// Runs on one rank, beside the simulation, and perhaps on a thread of its own: it uses nothing but
/// what it is given. All that it decides depends on the windows alone.
class Tuner {
 public:
  virtual ~Tuner() = default;
  /// Called once, first. The result describes the first window: its length, and chains to try in
  /// it.
  virtual Decision start(const TunerSetup& setup) = 0;
  /// What to do after a window. Called for every window in turn.
  virtual Decision decide(const TuningWindow& window) = 0;
};

}  // namespace cardon

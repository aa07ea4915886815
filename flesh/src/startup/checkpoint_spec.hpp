// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <optional>
#include <string>
#include <vector>

#include "registry/service_catalogue.hpp"
#include "startup/cadence.hpp"

namespace cardon {

/// What the section `checkpoint` says.
struct CheckpointSpec {
  enum class OnStop { never, early, always };
  std::optional<Cadence> every;
  double wall = 0;  ///< s; 0: not by the clock
  int keep = 2, writers = 1;
  OnStop on_stop = OnStop::always;
  bool on_stop_given = false;  ///< always, by the user
  bool overlap = true;
  std::string format;  ///< name of a service; empty: no thorn that has one is installed

  /// Whether iteration n, which is not the first, gets a checkpoint by its number.
  bool due(long n, const StepClock& clock) const { return every && n > 0 && every->due(n, clock); }
  /// Whether checkpoints are asked for. Otherwise there is one at the end, if it costs nothing.
  bool asked() const { return !format.empty() && (every || wall > 0 || on_stop_given); }
};

CheckpointSpec read_checkpoint_section(const ParameterSet& parameters,
                                       const ServiceCatalogue& catalogue, Real dt,
                                       std::vector<Problem>& problems);

}  // namespace cardon

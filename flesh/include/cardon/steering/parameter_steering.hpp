// SPDX-License-Identifier: Apache-2.0
// Parameters that change while a run goes on.
#pragma once
#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <string>
#include <vector>

namespace cardon {

class ParameterSet;

/// A parameter that was changed.
struct SteeredParameter {
  std::string name;   ///< "output.slices[1].every", "GrayScott::feed"
  std::string value,  ///< as YAML
      before;         ///< the value before, as YAML; "unset" without one
};

/// What holds from a step on.
struct SteeredRun {
  const ParameterSet& parameters;  ///< with the new values
  long iteration = 0;              ///< the last one that was computed with the values before
  long last_iteration = 0;  ///< where the run ends now; where steps are adaptive, as is foreseen
  std::vector<std::string> sections = {};  ///< those in which parameters have new values
  double checkpoint_wall = 0;  ///< s on the clock between checkpoints; 0: not by the clock

  /// Whether a section, "tuning", or one below it, "tuning.paper", has new values.
  bool changes(const std::string& section) const {
    return std::any_of(sections.begin(), sections.end(), [&](const std::string& changed) {
      return changed == section || changed.starts_with(section + ".");
    });
  }
};

/// The parameters of a run that may change between two steps. All ranks hold the same values, so
/// check() says the same on all of them after the same step.
class ParameterSteering {
 public:
  virtual ~ParameterSteering() = default;
  /// Waits until it is known that no step taken so far is rejected, on all ranks after the same
  /// step. False: steps were rejected, and the run is at an earlier iteration; what was to be done
  /// is to be tried after another step.
  virtual bool settle() = 0;
  /// What is wrong with "output.scalars.every=5" and other words, after the last step that was
  /// taken: the mistakes that a parameter file could have, parameters that are fixed, and what this
  /// run cannot do. Empty: nothing.
  virtual std::vector<Problem> check(const std::vector<std::string>& words) const = 0;
  /// Sets the values, after the same step on all ranks and settle(); check() has found nothing.
  /// They hold for what follows, which has to be planned again.
  virtual std::vector<SteeredParameter> apply(const std::vector<std::string>& words) = 0;
  /// Services that search for settings start again with what holds now; see StepService::replan().
  /// After the same step on all ranks and settle(). What follows has to be planned again.
  virtual void replan() = 0;
  /// Whether a checkpoint that is asked for is written.
  virtual bool can_checkpoint() const = 0;
};

}  // namespace cardon

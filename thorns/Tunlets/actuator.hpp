// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <cardon/tuning/tunlet.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tunlet_answer.hpp"

namespace cardon {

/// An actuator: it is active, is armed by a value, fires once at the next step at which it may, and
/// is active again; one that is always armed fires at each of them. The same on all ranks.
class Actuator {
 public:
  explicit Actuator(ActuatorSpec spec) : spec_(std::move(spec)) {}

  const ActuatorSpec& spec() const { return spec_; }
  bool armed() const { return spec_.always || armed_; }
  /// A value that comes before the last one has fired replaces it; returns what it replaces.
  std::optional<AuthoredAction> arm(TunletAction action, int author = -1);
  /// What is to be done now: "output.scalars.every=10", the name of a function, or "switch"; empty:
  /// nothing, as for a map without an entry for the value that holds. Disarms it.
  std::string fire(const ParameterSet& parameters);
  /// Why there was nothing to do for what had armed it; empty otherwise.
  const std::string& refusal() const { return refusal_; }
  /// By what it was armed last.
  const AuthoredAction& last() const { return last_; }

 private:
  struct Entry {
    AnyValue from, to;
    std::string text;  // of `to`
  };
  std::string next_value(const ParameterSet& parameters);

  ActuatorSpec spec_;
  std::optional<AuthoredAction> armed_;
  AuthoredAction last_;
  std::string refusal_;
  std::vector<Entry> table_;  // of a map, read when it first fires
};

}  // namespace cardon

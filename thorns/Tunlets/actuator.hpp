// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <cardon/tuning/tunlet.hpp>
#include <optional>
#include <string>

namespace cardon {

/// The section and the name of "output.scalars.every".
struct ParameterName {
  std::string section, name;
};
ParameterName parameter_name(const std::string& text);

/// An actuator: it is active, is armed by a value, fires once at the next step at which it may, and
/// is active again; one that is always armed fires at each of them. The same on all ranks.
class Actuator {
 public:
  explicit Actuator(ActuatorSpec spec) : spec_(std::move(spec)) {}

  const ActuatorSpec& spec() const { return spec_; }
  bool armed() const { return spec_.always || armed_; }
  /// A value that comes before the last one has fired replaces it.
  void arm(TunletAction action) { armed_ = std::move(action); }
  /// What is to be done now: "output.scalars.every=10", or the name of a function; empty: nothing,
  /// as for a map without an entry for the value that holds. Disarms it.
  std::string fire(const ParameterSet& parameters);
  /// By what it was armed last.
  const TunletAction& action() const { return last_; }

 private:
  ActuatorSpec spec_;
  std::optional<TunletAction> armed_;
  TunletAction last_;
};

}  // namespace cardon

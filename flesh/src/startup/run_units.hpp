// SPDX-License-Identifier: Apache-2.0
// The units that a user has chosen for a run.
#pragma once
#include <cardon/services/parameter_input.hpp>
#include <cardon/thorn/error.hpp>
#include <optional>
#include <string>
#include <vector>

#include "startup/loaded_thorns.hpp"

namespace cardon {

/// Coordinates and times are numbers in these units, and with them all that thorns declare in
/// metres and seconds. Empty: plain numbers; "M": both are multiples of a mass, c = G = 1.
struct RunUnits {
  std::string length = "m", time = "s";
  bool standard() const { return length == "m" && time == "s"; }
  bool plain() const { return length.empty(); }
  bool geometric() const { return length == "M"; }
  /// What a declared unit is in this run: "m/s" -> "Mpc/Myr". Nothing where the declaration is a
  /// multiple of such a unit, "km": its thorn counts on metres.
  std::optional<std::string> of(const std::string& declared) const;
};

/// The section `units`.
RunUnits read_run_units(const ParameterInput& input, std::vector<Problem>& problems);

/// Gives parameters, fields and scalars of the thorns, and parameters of the flesh that are no
/// times on the clock, their units in this run.
void apply_run_units(const RunUnits& units, LoadedThorns& loaded, std::vector<Problem>& problems);

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/thorn_declaration.hpp>
#include <string>
#include <vector>

#include "schedule/parameter_lookup.hpp"

namespace cardon {

/// A task that would evolve something with another value of a parameter.
struct IdleEvolution {
  std::string thorn, parameter;  ///< whose value keeps the task from running
  std::string reason;            ///< "Decay::fade writes rhs(u), but runs only when active = true
                                 ///< (now false)"
};

/// Those tasks of the active thorns, one entry for each field and scalar.
std::vector<IdleEvolution> idle_evolution(const std::vector<ThornDeclaration>& thorns,
                                          const ParameterLookup& parameter);

}  // namespace cardon

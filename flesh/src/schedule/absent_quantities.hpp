// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/grid.hpp>
#include <cardon/thorn/thorn_declaration.hpp>
#include <string>
#include <vector>

#include "schedule/parameter_lookup.hpp"

namespace cardon {

/// What a thorn declares and a run does not have, because of its parameters.
struct AbsentQuantity {
  std::string thorn;                 ///< that declares it
  std::vector<std::string> names;    ///< "mode", then its components "mode_0", "mode_1"
  std::vector<std::string> reasons;  ///< "Look::sum reduces total, but runs only when order = 4
                                     ///< (now 2)"
};

/// Removes from the active thorns the evolved fields, derived fields and scalars that exist only
/// with other parameters: tasks that do not run compute them, and no task that runs, and no
/// boundary of a face, names them. How they radiate and limit the step goes with them. Fields that
/// are neither evolved nor derived stay, as they need no task.
std::vector<AbsentQuantity> remove_absent(std::vector<ThornDeclaration>& thorns,
                                          const ParameterLookup& parameter, const Grid& grid);

}  // namespace cardon

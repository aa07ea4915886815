// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_registry.hpp>

#include "registry/thorn_library.hpp"

namespace cardon {

/// The thorns of a run, loaded, and the parameters that they and the flesh declare.
struct LoadedThorns {
  ThornPath path = ThornPath::only({}, {});  ///< where they were looked for
  ThornLibrary library;
  ParameterRegistry registry;
};

}  // namespace cardon

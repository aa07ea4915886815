// SPDX-License-Identifier: Apache-2.0
// The step limits that thorns compute from parameters, data files and the spacing.
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/program.hpp>
#include <limits>
#include <vector>

#include "base/warnings.hpp"

namespace cardon {

/// s that time.courant: 1 stands for; infinite where there is no limit.
struct ConstantLimits {
  Real all = std::numeric_limits<Real>::infinity();  ///< the smallest of all thorns
  /// The smallest of the thorns that have no limit by fields, which replaces those of others where
  /// steps are adaptive.
  Real of_blind_thorns = std::numeric_limits<Real>::infinity();
  bool by_fields = false;  ///< some thorn has such a limit
};

ConstantLimits constant_limits(const ParameterSet& parameters,
                               const std::vector<ThornDeclaration>& thorns, const Program& program,
                               Warnings& warnings, std::vector<Problem>& problems);

}  // namespace cardon

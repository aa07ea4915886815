// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/step_service.hpp>
#include <cardon/tuning/tunlet.hpp>
#include <memory>
#include <string>
#include <vector>

namespace cardon {

using MakeService = decltype(StepSetup::make_service);

/// The plug-ins that `tunlets.run` names, in this order.
struct PlugIns {
  std::vector<std::string> names;
  std::vector<std::shared_ptr<Tunlet>> tunlets;
  TunletNeeds needs;             ///< of all of them
  std::vector<TunletNeeds> own;  ///< of each

  /// Makes and opens them. Throws Error for names that are not there or given twice; other problems
  /// are appended.
  static PlugIns open(const ParameterSet& parameters, const MakeService& make,
                      std::vector<Problem>& problems);
};

}  // namespace cardon

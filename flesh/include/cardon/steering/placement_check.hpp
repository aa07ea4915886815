// SPDX-License-Identifier: Apache-2.0
// What services say of parameters that depend on the ranks of a run.
#pragma once
#include <cardon/services/decomposition.hpp>
#include <cardon/services/machine.hpp>
#include <cardon/thorn/error.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

class Driver;
class ParameterSet;
struct Program;

/// The ranks of a run, or of one that is only planned, and the blocks they have.
struct RankPlacement {
  const Machine* machine = nullptr;              ///< sites; null: one site
  int ranks = 1;                                 ///< number of ranks
  const Decomposition* decomposition = nullptr;  ///< of the grid
  Driver* driver = nullptr;                      ///< need not be set up
  const Program* program = nullptr;              ///< of the run
  /// A new service, as StepSetup::make_service.
  std::function<std::shared_ptr<void>(std::string_view role, std::string_view name,
                                      const Location& where)>
      make_service = {};
  /// The values with which the run began; null if it has not begun.
  const ParameterSet* began = nullptr;
  /// The parameters of a run that has begun that are to change, such as "balance.when".
  std::vector<std::string> changing = {};
};

/// A step service with parameters that fit some runs and not others, such as some numbers of ranks.
/// `cardon check` asks before a run, and a run that is steered asks before it takes new values.
class PlacementCheck {
 public:
  virtual ~PlacementCheck() = default;
  /// What is wrong with these values on these ranks; the service need not be open. Empty: nothing.
  virtual std::vector<Problem> check_placement(const ParameterSet& parameters,
                                               const RankPlacement& placement) const = 0;
};

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/boundary.hpp>
#include <cardon/services/grid.hpp>
#include <cardon/services/integrator.hpp>
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/thorn_declaration.hpp>
#include <string>
#include <vector>

#include "schedule/parameter_lookup.hpp"

namespace cardon {

/// What a program is made of. Everything pointed to must outlive the call of build_program.
struct ScheduleInput {
  std::vector<const ThornDeclaration*> thorns;  ///< active, in the order of activation
  std::vector<std::string>
      inactive;  ///< names of thorns that could be activated, for before/after and hints
  ParameterLookup parameter;
  std::string integrator;             ///< name of the active one; empty: none
  std::vector<Stage> stages;          ///< of the integrator
  int error_register = 0;             ///< where it estimates the error of a step; 0: it does not
  int error_every = 1;                ///< the estimate is asked for in steps 0, n, 2n, ...
  Grid grid;                          ///< but for `radius` and the layers of the faces
  bool keeps_initial_points = false;  ///< boundaries leave boundary points of initial data alone
  const Boundary* faces[3][2] = {};   ///< [direction][0 lower, 1 upper]; null: periodic
  Location face_places[3][2];         ///< where the user chose them

  /// The last stage only completes the estimate of the error; the new state is there before.
  bool ends_with_estimate() const {
    const auto* last = stages.size() > 1 ? &stages.back().updates : nullptr;
    return error_register > 0 && last && last->size() == 1 &&
           last->front().target == error_register;
  }
};

}  // namespace cardon

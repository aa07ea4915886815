// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// Work that was done, and what it took: sums over calls on blocks. Only proportions matter.
struct WorkSample {
  double calls = 0;    ///< calls of tasks on blocks
  double points = 0;   ///< computed
  double faces = 0;    ///< points on the faces of what was computed, as face_points()
  double seconds = 0;  ///< that they took
};

/// What work costs, in s.
struct WorkCost {
  double call = 0;   ///< per call, that is per block
  double point = 0;  ///< per point
  double face = 0;   ///< per point on a face

  /// s that the work takes at this cost.
  double seconds(const WorkSample& work) const {
    return call * work.calls + point * work.points + face * work.faces;
  }
};

}  // namespace cardon

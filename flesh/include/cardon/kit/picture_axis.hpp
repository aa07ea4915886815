// SPDX-License-Identifier: Apache-2.0
// One direction of a picture of a plane.
#pragma once
#include <string>

namespace cardon {

/// Sample i lies at first + i * spacing; the picture shows lower to upper, which may reach half a
/// spacing beyond the samples (cell centring) or one spacing (periodic).
struct PictureAxis {
  std::string label;      ///< "x [m]"
  double lower = 0,       ///< coordinate at the left or lower end
      upper = 1;          ///< coordinate at the other end
  double first = 0,       ///< coordinate of sample 0
      spacing = 1;        ///< between samples, above 0
  int samples = 1;        ///< number of samples
  bool periodic = false;  ///< sample i + samples is sample i
};

}  // namespace cardon

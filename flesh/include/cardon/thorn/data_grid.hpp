// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "cardon/thorn/box.hpp"
#include "cardon/thorn/types.hpp"

namespace cardon {

/// Values on a regular grid as a data file has them, at their places in the domain of the run.
struct DataGrid {
  std::string file;      ///< absolute path
  std::string dataset;   ///< in the file
  std::string checksum;  ///< of places and values: 32 hexadecimal digits
  int dimensions = 3;
  Index3 points{1, 1, 1};
  Vec3 origin, spacing;                      ///< point (i, j, k) lies at origin + i * spacing
  bool periodic[3] = {false, false, false};  ///< the last point has the first one beyond it
  std::vector<Real> values;                  ///< x fastest
  Real least = 0, greatest = 0;              ///< of the values
};

}  // namespace cardon

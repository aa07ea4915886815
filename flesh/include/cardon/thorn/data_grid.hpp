// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/box.hpp>
#include <cardon/thorn/types.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Values on a regular grid as a data file has them, at their positions in the domain of the run.
struct DataGrid {
  std::string file;        ///< absolute path
  std::string dataset;     ///< in the file
  std::string checksum;    ///< of positions and values: 32 hexadecimal digits
  int dimensions = 3;      ///< of the file's grid: 1, 2 or 3
  Index3 points{1, 1, 1};  ///< in x, y and z; 1 in directions that the file does not have
  Vec3 origin,             ///< position of the point (0, 0, 0)
      spacing;             ///< distance between points in x, y and z
  bool periodic[3] = {false, false, false};  ///< the last point has the first one beyond it
  std::vector<Real> values;                  ///< x fastest
  Real min = 0,                              ///< smallest of the values
      max = 0;                               ///< largest of the values
};

}  // namespace cardon

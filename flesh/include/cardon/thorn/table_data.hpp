// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/interpolation.hpp>
#include <cardon/thorn/types.hpp>
#include <string>
#include <vector>

namespace cardon {

/// What a table has beyond its points: the value of the nearest one; the continuation of the
/// function with its slope there; or NaN, with which health checks end the run.
enum class Outside {
  constant,  ///< the value of the nearest point
  linear,    ///< continued with the slope there
  nan        ///< NaN, which a health check finds
};

/// A function of one or two arguments, as a file of columns has it.
struct TableData {
  std::string file;          ///< absolute path
  std::string column;        ///< of the values: its name in the file, or its number
  std::string checksum;      ///< of arguments, values and rules: 32 hexadecimal digits
  std::vector<Real> x;       ///< first argument, increasing; at least two
  std::vector<Real> y;       ///< second argument, increasing; empty in a table of one
  std::vector<Real> values;  ///< x fastest: values[j * x.size() + i]
  std::vector<Real> slopes;  ///< d/dx at the points, where the interpolation needs them
  Interpolation interpolation = Interpolation::linear;  ///< between the points
  Outside outside = Outside::constant;                  ///< beyond the first and the last point
  Real min = 0,                                         ///< smallest of the values
      max = 0;                                          ///< largest of the values

  /// Sets slopes, min and max from the values and the arguments.
  void prepare();
};

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
// Pictures of curves, such as scalars over time.
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace cardon {

/// One line of a plot; y has as many entries as the plot's x, NaN for gaps.
struct Curve {
  std::string label;
  std::vector<double> y;
};

struct CurvePicture {
  std::string title, subtitle;
  std::string x_label, y_label;  ///< "time [s]"
  std::vector<double> x;
  std::vector<Curve> curves;
  int width = 900;         ///< in pixels
  std::string provenance;  ///< as in SlicePicture
};

/// Writes the picture and returns the size of the file in bytes. The vertical axis is logarithmic
/// where all values are positive and span more than three decades. Throws Error
/// "output/write-failed", Bug if sizes do not fit together.
std::size_t draw_curves(const CurvePicture& picture, const std::filesystem::path& file);

}  // namespace cardon

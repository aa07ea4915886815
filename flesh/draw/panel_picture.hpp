// SPDX-License-Identifier: Apache-2.0
// Pictures of curves in several panels over the same axis.
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "draw/curve_picture.hpp"

namespace cardon {

/// A panel with a vertical axis of its own.
struct Panel {
  std::string y_label;
  std::vector<Curve> curves;  ///< y has as many entries as the picture's x
  std::vector<double> reach;  ///< values that the vertical axis has to reach
};

struct PanelPicture {
  std::string title, subtitle, x_label;
  std::vector<double> x;
  std::vector<Panel> panels;     ///< from above
  std::vector<double> marks[2];  ///< x of vertical lines through all panels: grey, and red
  int width = 900;               ///< in pixels
  std::string provenance;        ///< as in SlicePicture
};

/// Writes the picture and returns the size of the file in bytes. A vertical axis is logarithmic
/// where all its values are positive and span more than three decades. Throws Error
/// "output/write-failed", Bug if sizes do not fit together.
std::size_t draw_panels(const PanelPicture& picture, const std::filesystem::path& file);

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
// The frame of a plot with ticks, numbers and labels.
#pragma once
#include <string>

#include "draw/canvas.hpp"

namespace cardon {

/// What one side of a frame shows.
struct AxisScale {
  std::string label;
  double lower = 0, upper = 1;

  /// 0 at lower, 1 at upper.
  double share(double value) const;
};

/// Draws frame, ticks and labels around `area`; `scale` is the size of everything relative to a
/// picture 900 pixels wide.
void draw_axes(Canvas& canvas, const Rectangle& area, const AxisScale& horizontal,
               const AxisScale& vertical, double scale);

/// Title in bold with a line of smaller text below it, above `area`.
void draw_title(Canvas& canvas, const Rectangle& area, const std::string& title,
                const std::string& subtitle, double scale);

/// The pixel on which a line of one pixel is sharp.
double sharp(double pixel);

}  // namespace cardon

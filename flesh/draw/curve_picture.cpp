// SPDX-License-Identifier: Apache-2.0
#include "draw/curve_picture.hpp"

#include "draw/panel_picture.hpp"

namespace cardon {

std::size_t draw_curves(const CurvePicture& picture, const std::filesystem::path& file) {
  return draw_panels({.title = picture.title,
                      .subtitle = picture.subtitle,
                      .x_label = picture.x_label,
                      .x = picture.x,
                      .panels = {{picture.y_label, picture.curves, {}}},
                      .marks = {},
                      .width = picture.width,
                      .provenance = picture.provenance},
                     file);
}

}  // namespace cardon

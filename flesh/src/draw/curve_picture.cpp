// SPDX-License-Identifier: Apache-2.0
#include "draw/curve_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "cardon/error.hpp"
#include "draw/axes.hpp"

namespace cardon {
namespace {

// M. Okabe and K. Ito, "Color universal design" (2008): told apart by people with any colour
// vision.
constexpr std::array<std::uint32_t, 7> pens = {0xff0072b2, 0xffd55e00, 0xff009e73, 0xffcc79a7,
                                               0xffe69f00, 0xff56b4e9, 0xff000000};

struct Extent {
  double lower = std::numeric_limits<double>::infinity();
  double upper = -std::numeric_limits<double>::infinity();
  void add(const std::vector<double>& values) {
    for (double v : values) {
      if (!std::isfinite(v)) continue;
      lower = std::min(lower, v);
      upper = std::max(upper, v);
    }
  }
};

AxisScale scale_of(const std::string& label, Extent extent) {
  AxisScale axis{label, extent.lower, extent.upper};
  if (!(extent.lower <= extent.upper)) return {label, 0, 1};
  if (extent.lower == extent.upper) {
    const double room = extent.lower == 0 ? 1 : 0.1 * std::abs(extent.lower);
    return {label, extent.lower - room, extent.upper + room};
  }
  return axis;
}

AxisScale vertical_scale(const CurvePicture& picture) {
  Extent extent;
  for (const Curve& curve : picture.curves) extent.add(curve.y);
  AxisScale axis = scale_of(picture.y_label, extent);
  axis.logarithmic = axis.lower > 0 && axis.upper / axis.lower > 1e3;
  if (axis.logarithmic) {
    axis.lower /= 1.5;
    axis.upper *= 1.5;
  } else {
    const double room = 0.04 * (axis.upper - axis.lower);
    axis.lower -= room;
    axis.upper += room;
  }
  return axis;
}

void draw_legend(Canvas& canvas, const CurvePicture& picture, const Rectangle& area, double s) {
  double y = area.y + 8 * s;
  for (std::size_t n = 0; n < picture.curves.size(); ++n, y += 24 * s) {
    canvas.line(area.right() + 18 * s, y, area.right() + 42 * s, y, 2.2 * s, pens[n % pens.size()]);
    canvas.text(area.right() + 50 * s, y, picture.curves[n].label,
                {.size = 13 * s, .vertical = Align::centre});
  }
}

double legend_width(Canvas& canvas, const CurvePicture& picture, double s) {
  double widest = 0;
  for (const Curve& curve : picture.curves)
    widest = std::max(widest, canvas.text_width(curve.label, {.size = 13 * s}));
  return picture.curves.size() > 1 ? 64 * s + widest : 30 * s;
}

}  // namespace

std::size_t draw_curves(const CurvePicture& picture, const std::filesystem::path& file) {
  for (const Curve& curve : picture.curves)
    if (curve.y.size() != picture.x.size()) throw Bug("draw_curves: a curve does not fit its x");
  const double s = std::max(0.7, picture.width / 900.0);
  Canvas canvas(picture.width, int(540 * s));
  Rectangle area{std::floor(96 * s), std::floor(72 * s), 0, std::floor(400 * s)};
  area.width = std::floor(picture.width - area.x - legend_width(canvas, picture, s));
  Extent across;
  across.add(picture.x);
  const AxisScale horizontal = scale_of(picture.x_label, across),
                  vertical = vertical_scale(picture);
  draw_axes(canvas, area, horizontal, vertical, s, true);
  for (std::size_t n = 0; n < picture.curves.size(); ++n) {
    std::vector<double> x, y;
    for (std::size_t i = 0; i < picture.x.size(); ++i) {
      x.push_back(area.x + horizontal.share(picture.x[i]) * area.width);
      y.push_back(area.bottom() - vertical.share(picture.curves[n].y[i]) * area.height);
    }
    canvas.curve(x, y, area, 2 * s, pens[n % pens.size()]);
  }
  if (picture.curves.size() > 1) draw_legend(canvas, picture, area, s);
  draw_title(canvas, area, picture.title, picture.subtitle, s);
  return canvas.save(file);
}

}  // namespace cardon

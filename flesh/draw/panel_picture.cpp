// SPDX-License-Identifier: Apache-2.0
#include "draw/panel_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "cardon/thorn/error.hpp"
#include "draw/axes.hpp"
#include "draw/ticks.hpp"

namespace cardon {
namespace {

// M. Okabe and K. Ito, "Color universal design" (2008): told apart by people with any colour
// vision.
constexpr std::array<std::uint32_t, 7> pens = {0xff0072b2, 0xffd55e00, 0xff009e73, 0xffcc79a7,
                                               0xffe69f00, 0xff56b4e9, 0xff000000};
constexpr std::uint32_t mark_pens[2] = {0xff8a8a8a, 0xffd03030};

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
  const std::array<double, 2> range = drawable_range(extent.lower, extent.upper);
  return {label, range[0], range[1]};
}

AxisScale vertical_scale(const Panel& panel) {
  Extent extent;
  for (const Curve& curve : panel.curves) extent.add(curve.y);
  extent.add(panel.reach);
  AxisScale axis = scale_of(panel.y_label, extent);
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

void draw_legend(Canvas& canvas, const Panel& panel, const Rectangle& area, double s) {
  double y = area.y + 8 * s;
  for (std::size_t n = 0; n < panel.curves.size(); ++n, y += 24 * s) {
    canvas.line(area.right() + 18 * s, y, area.right() + 42 * s, y, 2.2 * s, pens[n % pens.size()]);
    canvas.text(area.right() + 50 * s, y, panel.curves[n].label,
                {.size = 13 * s, .vertical = Align::centre});
  }
}

double legend_width(Canvas& canvas, const PanelPicture& picture, double s) {
  double width = 30 * s;
  for (const Panel& panel : picture.panels)
    for (const Curve& curve : panel.curves)
      if (panel.curves.size() > 1)
        width = std::max(width, 64 * s + canvas.text_width(curve.label, {.size = 13 * s}));
  return width;
}

void draw_panel(Canvas& canvas, const PanelPicture& picture, const Panel& panel,
                const AxisScale& horizontal, const Rectangle& area, double s) {
  const AxisScale vertical = vertical_scale(panel);
  draw_axes(canvas, area, horizontal, vertical, s, true);
  for (const int kind : {0, 1})
    for (const double place : picture.marks[kind]) {
      const double x = sharp(area.x + horizontal.share(place) * area.width);
      canvas.line(x, area.y, x, area.bottom(), std::max(1.0, s), mark_pens[kind]);
    }
  for (std::size_t n = 0; n < panel.curves.size(); ++n) {
    std::vector<double> x, y;
    for (std::size_t i = 0; i < picture.x.size(); ++i) {
      x.push_back(area.x + horizontal.share(picture.x[i]) * area.width);
      y.push_back(area.bottom() - vertical.share(panel.curves[n].y[i]) * area.height);
    }
    canvas.curve(x, y, area, 2 * s, pens[n % pens.size()]);
  }
  if (panel.curves.size() > 1) draw_legend(canvas, panel, area, s);
}

}  // namespace

std::size_t draw_panels(const PanelPicture& picture, const std::filesystem::path& file) {
  for (const Panel& panel : picture.panels)
    for (const Curve& curve : panel.curves)
      if (curve.y.size() != picture.x.size()) throw Bug("draw_panels: a curve does not fit its x");
  const double s = std::max(0.7, picture.width / 900.0);
  const int count = int(picture.panels.size());
  const double height = std::floor((count > 1 ? 170 : 400) * s),
               pitch = height + std::floor(46 * s);
  Canvas canvas(picture.width, int(140 * s + height + (count - 1) * pitch));
  Rectangle area{std::floor(96 * s), std::floor(72 * s), 0, height};
  area.width = std::floor(picture.width - area.x - legend_width(canvas, picture, s));
  draw_title(canvas, area, picture.title, picture.subtitle, s);
  Extent across;
  across.add(picture.x);
  for (const auto& marks : picture.marks) across.add(marks);
  AxisScale horizontal = scale_of("", across);
  for (const Panel& panel : picture.panels) {
    if (&panel == &picture.panels.back()) horizontal.label = picture.x_label;
    draw_panel(canvas, picture, panel, horizontal, area, s);
    area.y += pitch;
  }
  return canvas.save(file, picture.provenance);
}

}  // namespace cardon

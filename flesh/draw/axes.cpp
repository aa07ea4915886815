// SPDX-License-Identifier: Apache-2.0
#include "draw/axes.hpp"

#include <algorithm>
#include <cmath>

#include "draw/ticks.hpp"

namespace cardon {
namespace {

constexpr std::uint32_t ink = 0xff222222;

Ticks ticks_of(const AxisScale& axis, double length, double room) {
  return linear_ticks(axis.lower, axis.upper, std::max(2, int(length / room)));
}

std::string label_of(const AxisScale& axis, const Ticks& ticks) {
  return ticks.factor.empty() ? axis.label : axis.label + "  " + ticks.factor;
}

void draw_horizontal(Canvas& canvas, const Rectangle& area, const AxisScale& axis, double s) {
  const Ticks ticks = ticks_of(axis, area.width, 90 * s);
  for (std::size_t i = 0; i < ticks.positions.size(); ++i) {
    const double x = sharp(area.x + axis.share(ticks.positions[i]) * area.width);
    canvas.line(x, area.bottom(), x, area.bottom() + 5 * s, 1, ink);
    canvas.text(x, area.bottom() + 10 * s, ticks.labels[i],
                {.size = 13 * s, .horizontal = Align::centre, .vertical = Align::start});
  }
  canvas.text(area.x + 0.5 * area.width, area.bottom() + 33 * s, label_of(axis, ticks),
              {.size = 14 * s, .horizontal = Align::centre, .vertical = Align::start});
}

void draw_vertical(Canvas& canvas, const Rectangle& area, const AxisScale& axis, double s) {
  const Ticks ticks = ticks_of(axis, area.height, std::min(60 * s, 0.25 * area.height));
  double widest = 0;
  for (std::size_t i = 0; i < ticks.positions.size(); ++i) {
    const double y = sharp(area.bottom() - axis.share(ticks.positions[i]) * area.height);
    canvas.line(area.x - 5 * s, y, area.x, y, 1, ink);
    const TextStyle style{.size = 13 * s, .horizontal = Align::end, .vertical = Align::centre};
    canvas.text(area.x - 9 * s, y, ticks.labels[i], style);
    widest = std::max(widest, canvas.text_width(ticks.labels[i], style));
  }
  const double x = std::max(area.x - widest - 20 * s, 14 * s);
  canvas.text(
      x, area.y + 0.5 * area.height, label_of(axis, ticks),
      {.size = 14 * s, .horizontal = Align::centre, .vertical = Align::end, .upwards = true});
}

}  // namespace

double sharp(double pixel) { return std::floor(pixel) + 0.5; }

double AxisScale::share(double value) const { return (value - lower) / (upper - lower); }

void draw_axes(Canvas& canvas, const Rectangle& area, const AxisScale& horizontal,
               const AxisScale& vertical, double scale) {
  draw_horizontal(canvas, area, horizontal, scale);
  draw_vertical(canvas, area, vertical, scale);
  canvas.frame({sharp(area.x), sharp(area.y), std::floor(area.width), std::floor(area.height)}, 1,
               ink);
}

void draw_title(Canvas& canvas, const Rectangle& area, const std::string& title,
                const std::string& subtitle, double scale) {
  canvas.text(area.x, area.y - 34 * scale, title, {.size = 19 * scale, .bold = true});
  canvas.text(area.x, area.y - 12 * scale, subtitle, {.size = 13 * scale, .colour = 0xff555555});
}

}  // namespace cardon

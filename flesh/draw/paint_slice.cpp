// SPDX-License-Identifier: Apache-2.0
#include "draw/paint_slice.hpp"

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <span>

#include "draw/axes.hpp"
#include "draw/colour_scale.hpp"
#include "draw/ticks.hpp"

namespace cardon {
namespace {

constexpr std::uint32_t bar_ink = 0xff222222;

struct Layout {
  int width = 0, height = 0;
  double scale = 1;
  Rectangle area, bar;
};

Layout layout_of(const SlicePicture& picture) {
  Layout layout;
  layout.width = picture.width;
  // Letters stay readable in small pictures.
  const double s = layout.scale = std::max(0.7, picture.width / 900.0);
  const double room = std::floor(picture.width - (86 + 24 + 20 + 100) * s);
  const double across = picture.horizontal.upper - picture.horizontal.lower;
  const double along = picture.vertical.upper - picture.vertical.lower;
  // Lengths are true to scale unless the picture would be a thread.
  const double aspect = std::clamp(along / across, 0.12, 8.0);
  const double height = std::floor(std::min(room * aspect, room * 1.35));
  const double width = std::floor(std::min(room, height / aspect));
  layout.area = {std::floor(86 * s + 0.5 * (room - width)), std::floor(72 * s), width, height};
  layout.bar = {std::floor(layout.area.right() + 24 * s), layout.area.y, std::floor(20 * s),
                height};
  layout.height = int(layout.area.bottom() + 66 * s);
  return layout;
}

// Two samples and the weight of the second.
struct Between {
  int a = 0, b = 0;
  double weight = 0;
};

Between between(const PictureAxis& axis, double coordinate) {
  if (axis.samples == 1) return {};
  const double place = (coordinate - axis.first) / axis.spacing;
  const double left = std::floor(place);
  Between result{int(left), int(left) + 1, place - left};
  for (int* i : {&result.a, &result.b}) {
    if (axis.periodic) *i = ((*i % axis.samples) + axis.samples) % axis.samples;
    *i = std::clamp(*i, 0, axis.samples - 1);
  }
  return result;
}

// Those of a pixel follow each other.
struct Places {
  std::vector<Between> all;
  std::size_t per_pixel = 1;
  std::span<const Between> of(int pixel) const {
    return std::span(all).subspan(std::size_t(pixel) * per_pixel, per_pixel);
  }
};

// Where the pixels of one direction sample the field: several places per pixel where samples are
// denser than pixels.
Places places(const PictureAxis& axis, int pixels) {
  const double length = axis.upper - axis.lower;
  const int per_pixel = std::clamp(int(std::ceil(length / axis.spacing / pixels)), 1, 8);
  Places places{{}, std::size_t(per_pixel)};
  for (int p = 0; p < pixels; ++p)
    for (int n = 0; n < per_pixel; ++n)
      places.all.push_back(
          between(axis, axis.lower + length * (p + (n + 0.5) / per_pixel) / pixels));
  return places;
}

// A weight of zero must not spread a NaN.
inline double mix(double a, double b, double weight) {
  return weight == 0 ? a : a + weight * (b - a);
}

// Samples interpolated to the places of all columns. Neighbouring rows of pixels lie between the
// same rows of samples: the last two are kept.
class SampleRows {
 public:
  SampleRows(const SlicePicture& picture, const Places& columns)
      : picture_(picture), columns_(columns) {}
  const std::vector<double>& at(int row) {
    if (kept_[last_].row != row) last_ = 1 - last_;
    if (kept_[last_].row != row) fill(kept_[last_], row);
    return kept_[last_].values;
  }

 private:
  struct Kept {
    int row = -1;
    std::vector<double> values;
  };
  void fill(Kept& kept, int row) const {
    const double* const samples =
        &picture_.values[std::size_t(row) * std::size_t(picture_.horizontal.samples)];
    kept.row = row;
    kept.values.clear();
    for (const Between& h : columns_.all)
      kept.values.push_back(mix(samples[h.a], samples[h.b], h.weight));
  }

  const SlicePicture& picture_;
  const Places& columns_;
  Kept kept_[2];
  std::size_t last_ = 0;
};

// The means over the places of each pixel in a row.
void average(SampleRows& samples, std::span<const Between> places, std::size_t per_pixel,
             std::vector<double>& pixels) {
  std::fill(pixels.begin(), pixels.end(), 0.0);
  for (const Between& v : places) {
    const std::vector<double>& lower = samples.at(v.a);
    const std::vector<double>& upper = samples.at(v.b);
    for (std::size_t p = 0; p < pixels.size(); ++p)
      for (std::size_t n = p * per_pixel; n < (p + 1) * per_pixel; ++n)
        pixels[p] += mix(lower[n], upper[n], v.weight);
  }
  for (double& value : pixels) value /= double(per_pixel * places.size());
}

void draw_values(Canvas& canvas, const SlicePicture& picture, const Rectangle& area,
                 const ColourScale& colours) {
  const int width = int(area.width), height = int(area.height);
  const Places columns = places(picture.horizontal, width), rows = places(picture.vertical, height);
  SampleRows samples(picture, columns);
  std::vector<double> values;
  values.resize(std::size_t(width));
  std::vector<std::uint32_t> pixels;
  pixels.reserve(values.size() * std::size_t(height));
  for (int q = 0; q < height; ++q) {
    average(samples, rows.of(height - 1 - q), columns.per_pixel, values);
    for (const double value : values) pixels.push_back(colours.of(value));
  }
  canvas.pixels(int(area.x), int(area.y), width, height, pixels);
}

void draw_bar(Canvas& canvas, const SlicePicture& picture, const Layout& layout,
              const ColourScale& colours) {
  const Rectangle& bar = layout.bar;
  const std::array<double, 2>& range = colours.range();
  const double s = layout.scale;
  for (int row = 0; row < int(bar.height); ++row)
    canvas.fill({bar.x, bar.y + row, bar.width, 1},
                colours.of(std::lerp(range[1], range[0], (row + 0.5) / bar.height)));
  canvas.frame({sharp(bar.x), sharp(bar.y), bar.width, bar.height}, 1, bar_ink);
  const Ticks ticks = linear_ticks(range[0], range[1], std::max(2, int(bar.height / (50 * s))));
  for (std::size_t i = 0; i < ticks.positions.size(); ++i) {
    const double share = (ticks.positions[i] - range[0]) / (range[1] - range[0]);
    const double y = sharp(bar.bottom() - share * bar.height);
    canvas.line(bar.right(), y, bar.right() + 5 * s, y, 1, bar_ink);
    canvas.text(bar.right() + 9 * s, y, ticks.labels[i],
                {.size = 13 * s, .vertical = Align::centre});
  }
  canvas.text(bar.x, bar.y - 12 * s,
              picture.value_label + (ticks.factor.empty() ? "" : "  " + ticks.factor),
              {.size = 14 * s});
}

void check(const SlicePicture& picture) {
  const std::size_t samples =
      std::size_t(picture.horizontal.samples) * std::size_t(picture.vertical.samples);
  if (picture.values.size() != samples) throw Bug("paint_slice: values do not fit the axes");
}

std::string subtitle_of(const SlicePicture& picture) {
  const auto bad = std::count_if(picture.values.begin(), picture.values.end(),
                                 [](double v) { return !std::isfinite(v); });
  const std::array<double, 2> range = finite_range(picture.values);
  std::string text = picture.subtitle;
  if (!text.empty()) text += "    ";
  text += "from " + short_number(range[0]) + " to " + short_number(range[1]);
  if (bad > 0) text += "    grey: not finite";
  return text;
}

}  // namespace

std::size_t paint_slice(const SlicePicture& picture, const std::filesystem::path& file) {
  check(picture);
  const Layout layout = layout_of(picture);
  const ColourScale colours(picture);
  Canvas canvas(layout.width, layout.height);
  draw_values(canvas, picture, layout.area, colours);
  draw_axes(canvas, layout.area,
            {picture.horizontal.label, picture.horizontal.lower, picture.horizontal.upper},
            {picture.vertical.label, picture.vertical.lower, picture.vertical.upper}, layout.scale);
  draw_bar(canvas, picture, layout, colours);
  draw_title(canvas, layout.area, picture.title, subtitle_of(picture), layout.scale);
  return canvas.save(file, picture.provenance);
}

}  // namespace cardon

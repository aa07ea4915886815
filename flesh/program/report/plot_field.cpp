// SPDX-License-Identifier: Apache-2.0
#include "report/plot_field.hpp"

#include <fmt/format.h>

#include "cardon/kit/picture.hpp"
#include "draw/curve_picture.hpp"

namespace cardon {
namespace {

PictureAxis axis_of(const FieldData& data, int d) {
  PictureAxis axis;
  axis.label = fmt::format("{} [m]", "xyz"[d]);
  axis.lower = data.lower[d];
  axis.upper = data.upper[d];
  axis.first = data.origin[d];
  axis.spacing = data.spacing[d];
  axis.samples = data.points[std::size_t(d)];
  axis.periodic = data.periodic[d];
  return axis;
}

std::string label_of(const FieldData& data) {
  return data.unit.empty() ? data.name : fmt::format("{} [{}]", data.name, data.unit);
}

std::string moment_of(const FieldData& data) {
  return fmt::format("iteration {}, time {:.6g} s", data.iteration, data.time);
}

void draw_line(const FieldData& data, const std::string& title, const std::string& provenance,
               const std::filesystem::path& file) {
  CurvePicture picture{
      .title = title, .subtitle = moment_of(data), .x_label = "x [m]", .y_label = label_of(data)};
  for (int i = 0; i < data.points[0]; ++i) picture.x.push_back(data.origin.x + i * data.spacing.x);
  picture.curves = {{data.name, data.values}};
  picture.provenance = provenance;
  draw_curves(picture, file);
}

void draw_plane(const FieldData& data, const std::string& title, const std::string& provenance,
                const std::filesystem::path& file) {
  SlicePicture picture;
  picture.title = title;
  picture.subtitle = moment_of(data);
  picture.value_label = label_of(data);
  picture.provenance = provenance;
  picture.horizontal = axis_of(data, 0);
  picture.vertical = axis_of(data, 1);
  const int k = data.points[2] / 2;
  if (data.dimensions == 3)
    picture.subtitle += fmt::format(", z = {:.6g} m", data.origin.z + k * data.spacing.z);
  const auto plane = std::ptrdiff_t(data.points[0]) * data.points[1];
  picture.values.assign(data.values.begin() + k * plane, data.values.begin() + (k + 1) * plane);
  draw_slice(picture, file);
}

}  // namespace

std::filesystem::path plot_field(const FieldData& data, const std::string& title,
                                 const std::string& provenance,
                                 const std::filesystem::path& folder) {
  const bool line = data.dimensions == 1;
  const auto file =
      folder / fmt::format("{}.{}.it{:06}.png", data.name, line ? "x" : "xy", data.iteration);
  const std::string whole_title = title.empty() ? data.name : title + ": " + data.name;
  line ? draw_line(data, whole_title, provenance, file)
       : draw_plane(data, whole_title, provenance, file);
  return file;
}

}  // namespace cardon

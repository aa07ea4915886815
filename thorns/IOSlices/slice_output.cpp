// SPDX-License-Identifier: Apache-2.0
#include "slice_output.hpp"

#include <fmt/format.h>

#include <cardon/kit/grid_place.hpp>
#include <cardon/kit/numbered_name.hpp>
#include <cardon/kit/output_names.hpp>
#include <cardon/kit/slice_part.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/thorn/error.hpp>

namespace cardon {
namespace {

PictureAxis axis_of(const Grid& grid, int d) {
  PictureAxis axis;
  axis.label = with_unit(axis_name(d), grid.length_unit);
  axis.lower = grid.lower[d];
  axis.upper = grid.upper[d];
  axis.first = grid.origin[d];
  axis.spacing = grid.spacing[d];
  axis.samples = grid.points[d];
  axis.periodic = grid.periodic[d];
  return axis;
}

}  // namespace

std::vector<ParameterDeclaration> SliceOutput::declarations() {
  ParameterDeclaration ends = declare(range).without_default();
  ends.length = 2;
  ends.steering = Steering::while_running;
  return {declare(plane),
          declare(at).without_default(),
          declare(index).without_default(),
          ends,
          declare(colours),
          declare(width)};
}

void SliceOutput::open(const OutputSetup& setup) {
  require_pictures();
  prepare(setup);
  parts_ = {setup, ".slice",
            [](auto parts, const auto& file) { return draw_slice(join_slice(parts), file); }};
}

void SliceOutput::prepare(const OutputSetup& setup) {
  setup_ = setup;
  const SectionValues& values = setup.parameters->section(setup.section, setup.instance);
  choose_plane(values);
  choose_colours(values);
  width_ = values.get(width);
}

void SliceOutput::choose_plane(const SectionValues& values) {
  const Grid& grid = setup_.program->grid;
  plane_name_ = values.get(plane);
  plane_ = plane_of(plane_name_);
  if (grid.dimensions <= std::max(plane_.horizontal, plane_.vertical))
    throw Error(
        Problem{.slug = "output/no-such-plane",
                .message = fmt::format("a {}-D grid has no {} plane", grid.dimensions, plane_name_),
                .where = values.given("plane") ? values.where("plane") : values.where(),
                .help = grid.dimensions == 1 ? "output.lines writes 1-D grids"
                                             : "the plane of a 2-D grid is xy"});
  require_one_of(values, setup_.section, "output/two-places", "at", "index");
  if (values.given("index"))
    index_ = index_at(grid, plane_.normal, values.get<long>("index"), values.where("index"));
  else if (values.given("at"))
    index_ = index_at(grid, plane_.normal, values.get<Real>("at"), values.where("at"));
  else
    index_ = middle_index(grid, plane_.normal);
  plane_name_ = numbered_name(
      setup_, [](const SectionValues& other) { return std::string(other.get(plane)); });
}

void SliceOutput::steered() {
  choose_colours(setup_.parameters->section(setup_.section, setup_.instance));
}

void SliceOutput::choose_colours(const SectionValues& values) {
  const std::string name(values.get(colours));
  colours_ = name == "viridis"    ? Colours::viridis
             : name == "inferno"  ? Colours::inferno
             : name == "coolwarm" ? Colours::coolwarm
                                  : Colours::automatic;
  if (!values.given("range")) return;
  const auto ends = values.get<std::vector<Real>>("range");
  if (!(ends.at(0) < ends.at(1)))
    throw Error(Problem{
        .slug = "output/empty-range",
        .message = fmt::format("the range from {} to {} is empty", ends[0], ends[1]),
        .where = values.where("range"),
        .help = "give the smaller value first, or remove range to use that of every picture"});
  range_ = {ends[0], ends[1]};
}

SlicePicture SliceOutput::picture(const Snapshot& snapshot, const GridFunction& field) const {
  const Grid& grid = *snapshot.grid;
  const std::string name = table_name(*setup_.program, field);
  SlicePicture picture;
  picture.title = setup_.title.empty() ? name : setup_.title + ": " + name;
  picture.subtitle = fmt::format("iteration {}, time {:.6g}{}", snapshot.iteration, snapshot.time,
                                 grid.after_time());
  if (grid.dimensions > 2)
    picture.subtitle += fmt::format(", {} = {:.6g}{}", axis_name(plane_.normal),
                                    grid.coordinate(plane_.normal, index_), grid.after_length());
  if (!setup_.losses.empty()) picture.subtitle += ", lossy: " + setup_.losses;
  picture.value_label = with_unit(field.name, field.unit);
  picture.horizontal = axis_of(grid, plane_.horizontal);
  picture.vertical = axis_of(grid, plane_.vertical);
  picture.range = range_;
  picture.colours = colours_;
  picture.width = width_;
  picture.provenance = setup_.provenance;
  return picture;
}

void SliceOutput::write(const Snapshot& snapshot) {
  write_each(snapshot, plane_.box(*snapshot.grid, index_), {"slices", plane_name_, ".png"},
             [&](const GridFunction& field) {
               return [this, slice = picture(snapshot, field)](SiteParts::Share share) {
                 return keep(slice, std::move(share));
               };
             });
}

std::size_t SliceOutput::keep(SlicePicture slice, SiteParts::Share share) {
  slice.values = std::move(share.values);
  if (share.owners.size() == 1) return draw_slice(slice, share.whole);
  const std::size_t own = std::size_t(setup_.sites.own);
  SlicePart part{setup_.sites.names[own], parts_.names(share.owners), {}, {}, std::move(slice)};
  for (std::size_t n = 0; n < 2; ++n) {
    const std::size_t d = std::size_t(n == 0 ? plane_.horizontal : plane_.vertical);
    part.first[n] = share.site.lo[d];
    part.samples[n] = share.site.extent(int(d));
  }
  return write_slice_part(part, parts_.part(share.whole, part.site));
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "line_output.hpp"

#include <fmt/format.h>

#include <cardon/kit/counted.hpp>
#include <cardon/kit/grid_place.hpp>
#include <cardon/kit/numbered_name.hpp>
#include <cardon/kit/output_names.hpp>
#include <cardon/kit/table_part.hpp>
#include <cardon/kit/text_file.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/thorn/error.hpp>

namespace cardon {
namespace {

// "x" or "xy"
std::string shape_of(const SectionValues& values) {
  return std::string(values.given("plane") ? values.get(LineOutput::plane)
                                           : values.get(LineOutput::direction));
}

}  // namespace

std::vector<ParameterDeclaration> LineOutput::declarations() {
  return {declare(direction), declare(plane).without_default(), declare(through).without_default(),
          declare(index).without_default()};
}

void LineOutput::open(const OutputSetup& setup) {
  prepare(setup);
  parts_ = {setup, ".tsv", join_tables};
}

void LineOutput::prepare(const OutputSetup& setup) {
  setup_ = setup;
  const SectionValues& values = setup.parameters->section(setup.section, setup.instance);
  choose_shape(values);
  choose_position(values);
  shape_ = numbered_name(setup_, shape_of);
}

void LineOutput::choose_shape(const SectionValues& values) {
  const int dimensions = setup_.program->grid.dimensions;
  require_one_of(values, setup_.section, "output/line-or-plane", "direction", "plane");
  shape_ = shape_of(values);
  axes_.clear();
  for (const char axis : shape_) axes_.push_back(axis - 'x');
  if (axes_.back() < dimensions) return;
  const char* name = values.given("plane") ? "plane" : "direction";
  throw Error(
      Problem{.slug = values.given("plane") ? "output/no-such-plane" : "output/no-such-direction",
              .message = fmt::format("a {}-D grid has no {} {}", dimensions, name, shape_),
              .where = values.given(name) ? values.where(name) : values.where(),
              .help = "the directions of the grid are the first of x, y, z"});
}

void LineOutput::choose_position(const SectionValues& values) {
  const Grid& grid = setup_.program->grid;
  require_one_of(values, setup_.section, "output/two-places", "through", "index");
  const auto positions =
      values.given("through") ? values.get<std::vector<Real>>("through") : std::vector<Real>();
  const auto indices =
      values.given("index") ? values.get<std::vector<long>>("index") : std::vector<long>();
  const char* name = values.given("through") ? "through" : "index";
  const std::size_t given = positions.size() + indices.size();
  if (values.given(name) && given != std::size_t(grid.dimensions))
    throw Error(Problem{
        .slug = "output/wrong-length",
        .message =
            fmt::format("{} has {} {}, but the grid has {}", name, given,
                        given == 1 ? "entry" : "entries", counted(grid.dimensions, "direction")),
        .where = values.where(name),
        .help = "give one entry per direction; that along the line does not matter"});
  box_ = grid.domain();
  for (int d = 0; d < grid.dimensions; ++d) {
    if (shape_.find(axis_name(d)) != shape_.npos) continue;
    const int at =
        !positions.empty() ? index_at(grid, d, positions[std::size_t(d)], values.where("through"))
        : !indices.empty() ? index_at(grid, d, indices[std::size_t(d)], values.where("index"))
                           : middle_index(grid, d);
    box_.lo[d] = at;
    box_.hi[d] = at + 1;
  }
}

std::string LineOutput::table(const Grid& grid, const GridFunction& field, const Box& box,
                              const std::vector<Real>& values) const {
  std::string text = setup_.losses.empty() ? "" : "# lossy: " + setup_.losses + '\n';
  for (const int d : axes_) text += with_unit(axis_name(d), grid.length_unit) + '\t';
  text += with_unit(table_name(*setup_.program, field), field.unit) + '\n';
  std::size_t n = 0;
  for (int k = box.lo[2]; k < box.hi[2]; ++k)
    for (int j = box.lo[1]; j < box.hi[1]; ++j)
      for (int i = box.lo[0]; i < box.hi[0]; ++i) {
        const Index3 point{i, j, k};
        for (const int d : axes_)
          text += fmt::format("{}\t", grid.coordinate(d, point[std::size_t(d)]));
        text += fmt::format("{}\n", values[n++]);
      }
  return text;
}

void LineOutput::write(const Snapshot& snapshot) {
  write_each(snapshot, box_, {"lines", shape_, ".tsv"}, [this](const GridFunction& field) {
    return [this, &field](const SiteParts::Share& share) { return keep(field, share); };
  });
}

std::size_t LineOutput::keep(const GridFunction& field, const SiteParts::Share& share) {
  const std::string& site = setup_.sites.names[std::size_t(setup_.sites.own)];
  const bool whole = share.owners.size() == 1;
  std::string text = table(setup_.program->grid, field, share.own, share.values);
  if (!whole) text = part_line({site, parts_.names(share.owners)}) + text;
  replace_file(whole ? share.whole : parts_.part(share.whole, site), text);
  return text.size();
}

}  // namespace cardon

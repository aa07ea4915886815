// SPDX-License-Identifier: Apache-2.0
#include "probe_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/collective_or_throw.hpp>
#include <cardon/kit/grid_place.hpp>
#include <cardon/kit/interpolation/interpolation_checks.hpp>
#include <cardon/kit/output_names.hpp>
#include <cardon/services/parameter_set.hpp>
#include <iterator>

namespace cardon {
namespace {

// Files of a run folder that others write.
constexpr const char* taken[] = {"scalars", "performance", "tuning"};

void check_file(const std::string& name, const Location& where, std::vector<Problem>& problems) {
  bool good = !name.empty() && name.find_first_not_of(
                                   "abcdefghijklmnopqrstuvwxyz"
                                   "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "0123456789_-") == name.npos;
  for (const char* other : taken) good = good && name != other;
  if (good) return;
  problems.push_back({.slug = "output/file-name",
                      .message = fmt::format("a table of probes cannot be called '{}'", name),
                      .where = where,
                      .notes = {"scalars, performance and tuning are the names of other tables"},
                      .help = "use letters, digits, _ and -"});
}

// Of entries with the same name the second gets another one.
std::string file_name(const OutputSetup& setup) {
  std::vector<std::string> names;
  for (int n = 0; n <= setup.instance; ++n) {
    const std::string wanted(setup.parameters->section(setup.section, n).get(ProbeOutput::file));
    std::string name = wanted;
    for (int k = 2; std::find(names.begin(), names.end(), name) != names.end(); ++k)
      name = fmt::format("{}-{}", wanted, k);
    names.push_back(name);
  }
  return names.back();
}

// "m/s" -> "m/s/m^2"
std::string unit_of_derivative(const std::string& unit, const std::string& length,
                               const std::string& quantity) {
  if (quantity.empty() || length.empty()) return unit;
  return (unit.empty() ? "1" : unit) + '/' + length + (quantity.size() > 2 ? "^2" : "");
}

}  // namespace

std::vector<ParameterDeclaration> ProbeOutput::declarations() {
  return {
      declare_tree("points", "Positions: a list of coordinates, or a map of names to coordinates"),
      declare_tree("line", "Positions on a line: {from, to, count, name}, or a list of these"),
      declare(order), declare(derivatives), declare(file)};
}

void ProbeOutput::prepare(const OutputSetup& setup) {
  setup_ = setup;
  const SectionValues& values = setup.parameters->section(setup.section, setup.instance);
  order_ = values.get(order);
  const Grid& grid = setup.program->grid;
  std::vector<Problem> problems;
  check_fields(setup.fields.size(), values, setup.section, problems);
  probes_ = read_probes(values, grid, problems);
  check_order(grid, values.get(order), values.where("order"), problems);
  if (values.get(derivatives) > values.get(order))
    problems.push_back({.slug = "output/derivatives",
                        .message = fmt::format("interpolation of order {} has no derivatives {}",
                                               values.get(order), values.get(derivatives)),
                        .where = values.where("derivatives"),
                        .help = "use a higher order"});
  check_file(std::string(values.get(file)), values.where("file"), problems);
  if (!problems.empty()) throw Error(problems);
}

void ProbeOutput::open(const OutputSetup& setup) {
  prepare(setup);
  const SectionValues& values = setup.parameters->section(setup.section, setup.instance);
  std::vector<Vec3> positions;
  for (const Probe& probe : probes_) positions.push_back(probe.position);
  interpolator_.emplace(setup.program->grid, positions, values.get(order), values.get(derivatives));
  name_ = file_name(setup);
  collective_or_throw(*setup.transport, [this] {
    if (setup_.transport->rank() != 0) return;
    const std::string points = name_ + ".points.tsv";
    const std::string before = text_of_earlier_run(setup_.earlier, points);
    points_.emplace(setup_, points, points_head() + points_rows());
    const std::vector<std::string> all = columns(probes_), same = columns(same_probes(before));
    series_.emplace(setup_, name_ + ".tsv", all, [&same](std::string_view column) {
      return std::find(same.begin(), same.end(), column) != same.end();
    });
  });
}

std::vector<std::string> ProbeOutput::columns(const std::vector<Probe>& probes) const {
  std::vector<std::string> columns;
  for (const GridFunction* field : setup_.fields)
    for (const std::string& quantity : interpolator_->quantities())
      for (const Probe& probe : probes) {
        const std::string name = table_name(*setup_.program, *field);
        const std::string stem = quantity.empty() ? name : name + '.' + quantity;
        columns.push_back(
            with_unit(stem + '.' + probe.name,
                      unit_of_derivative(field->unit, setup_.program->grid.length_unit, quantity)));
      }
  return columns;
}

std::string ProbeOutput::points_head() const {
  std::string text = "probe";
  for (int d = 0; d < setup_.program->grid.dimensions; ++d)
    text += '\t' + with_unit(axis_name(d), setup_.program->grid.length_unit);
  return text + "\torder\n";
}

std::string ProbeOutput::points_row(const Probe& probe) const {
  std::string text = probe.name;
  for (int d = 0; d < setup_.program->grid.dimensions; ++d)
    text += fmt::format("\t{}", probe.position[d]);
  return text + fmt::format("\t{}\n", order_);
}

std::string ProbeOutput::points_rows() const {
  std::string text;
  for (const Probe& probe : probes_) text += points_row(probe);
  return text;
}

// Names alone do not tell whether an earlier run looked at the same places, in the same way.
std::vector<Probe> ProbeOutput::same_probes(const std::string& points_before) const {
  std::vector<Probe> same;
  if (points_before.starts_with(points_head()))
    std::copy_if(probes_.begin(), probes_.end(), std::back_inserter(same), [&](const Probe& probe) {
      return points_before.find('\n' + points_row(probe)) != points_before.npos;
    });
  return same;
}

void ProbeOutput::write(const Snapshot& snapshot) {
  const std::vector<Real> values = interpolator_->values(snapshot);
  if (series_) series_->append(snapshot, values);
}

std::size_t ProbeOutput::bytes_written() const {
  return (points_ ? points_->bytes_written() : 0) + (series_ ? series_->bytes_written() : 0);
}

}  // namespace cardon

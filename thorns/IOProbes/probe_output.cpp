// SPDX-License-Identifier: Apache-2.0
#include "probe_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "cardon/grid_place.hpp"
#include "cardon/interpolation/interpolation_checks.hpp"
#include "cardon/output_names.hpp"
#include "cardon/parameter_set.hpp"
#include "cardon/together.hpp"

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
                      .notes = {"scalars, performance and tuning are tables of others"},
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
std::string unit_of_derivative(const std::string& unit, const std::string& quantity) {
  if (quantity.empty()) return unit;
  return (unit.empty() ? "1" : unit) + (quantity.size() > 2 ? "/m^2" : "/m");
}

}  // namespace

std::vector<ParameterDeclaration> ProbeOutput::declarations() {
  return {declare_tree("points", "Places: a list of coordinates in m, or a map of names to them"),
          declare_tree("line", "Places on a line: {from, to, count, name}, or a list of such"),
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
                        .help = "take a higher order"});
  check_file(std::string(values.get(file)), values.where("file"), problems);
  if (!problems.empty()) throw Error(problems);
}

void ProbeOutput::open(const OutputSetup& setup) {
  prepare(setup);
  const SectionValues& values = setup.parameters->section(setup.section, setup.instance);
  std::vector<Vec3> places;
  for (const Probe& probe : probes_) places.push_back(probe.place);
  interpolator_.emplace(setup.program->grid, places, values.get(order), values.get(derivatives));
  name_ = file_name(setup);
  together(*setup.transport, [this] {
    if (setup_.transport->rank() != 0) return;
    const std::string points = points_table();
    replace_file(setup_.folder / (name_ + ".points.tsv"), points);
    points_bytes_ = points.size();
    series_.emplace(setup_, name_ + ".tsv", columns(), has_same_points(setup_.earlier));
  });
}

std::vector<std::string> ProbeOutput::columns() const {
  std::vector<std::string> columns;
  for (const GridFunction* field : setup_.fields)
    for (const std::string& quantity : interpolator_->quantities())
      for (const Probe& probe : probes_) {
        const std::string name = table_name(*setup_.program, *field);
        const std::string stem = quantity.empty() ? name : name + '.' + quantity;
        columns.push_back(
            with_unit(stem + '.' + probe.name, unit_of_derivative(field->unit, quantity)));
      }
  return columns;
}

std::string ProbeOutput::points_table() const {
  const int dimensions = setup_.program->grid.dimensions;
  std::string text = "probe";
  for (int d = 0; d < dimensions; ++d) text += '\t' + with_unit(axis_name(d), "m");
  text += "\torder";
  for (const Probe& probe : probes_) {
    text += '\n' + probe.name;
    for (int d = 0; d < dimensions; ++d) text += fmt::format("\t{}", probe.place[d]);
    text += fmt::format("\t{}", order_);
  }
  return text + '\n';
}

// Names alone do not tell whether an earlier run looked at the same places, in the same way.
bool ProbeOutput::has_same_points(const EarlierRun& earlier) const {
  if (earlier.folder.empty()) return false;
  std::ifstream in(earlier.folder / (name_ + ".points.tsv"));
  return std::string(std::istreambuf_iterator<char>(in), {}) == points_table();
}

void ProbeOutput::write(const Snapshot& snapshot) {
  const std::vector<Real> values = interpolator_->values(snapshot);
  if (series_) series_->append(snapshot, values);
}

std::size_t ProbeOutput::bytes_written() const {
  return points_bytes_ + (series_ ? series_->bytes_written() : 0);
}

}  // namespace cardon

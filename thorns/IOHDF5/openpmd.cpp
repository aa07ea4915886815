// SPDX-License-Identifier: Apache-2.0
#include "openpmd.hpp"

#include <fmt/format.h>

#include <cardon/kit/grid_place.hpp>
#include <cardon/kit/unit_dimension.hpp>
#include <cardon/thorn/version.hpp>

#include "attributes.hpp"

namespace cardon {
namespace {

// Directions in the order of the dataset: z, y, x.
template <class Value>
auto slowest_first(const Grid& grid, Value value) {
  std::vector<decltype(value(0))> values;
  for (int d = grid.dimensions - 1; d >= 0; --d) values.push_back(value(d));
  return values;
}

// In geometric units, whose scale is open, all are numbers.
UnitDimension known_dimension(const std::string& unit) {
  return unit_dimension(unit).value_or(UnitDimension{});
}

}  // namespace

std::string iteration_path(long iteration) { return fmt::format("/data/{}", iteration); }

void describe_file(hid_t file, const std::string& series, const std::string& title,
                   const std::string& losses, const std::string& provenance) {
  Attributes root(file);
  root.set("openPMD", std::string("1.1.0"));
  root.set_unsigned("openPMDextension", 0);
  root.set("basePath", std::string("/data/%T/"));
  root.set("meshesPath", std::string("meshes/"));
  root.set("iterationEncoding", std::string("fileBased"));
  root.set("iterationFormat", series + ".it%06T.h5");
  root.set("software", std::string("Cardon"));
  root.set("softwareVersion", std::string(version_text));
  root.set("comment", title);
  if (!losses.empty()) root.set("lossy", losses);
  if (!provenance.empty()) root.set_long("provenance", provenance);
}

void describe_iteration(hid_t group, const Snapshot& snapshot) {
  Attributes iteration(group);
  iteration.set("time", snapshot.time);
  iteration.set("dt", snapshot.dt);
  const std::string& unit = snapshot.grid->time_unit;
  iteration.set("timeUnitSI", known_dimension(unit).si_factor);
  iteration.set("timeUnit", unit);
}

void describe_mesh(hid_t dataset, const Grid& grid, const GridFunction& field) {
  const bool cells = grid.centring == Centring::cell;
  const UnitDimension unit = known_dimension(field.unit);
  Attributes mesh(dataset);
  mesh.set("geometry", std::string("cartesian"));
  mesh.set("dataOrder", std::string("C"));
  mesh.set("axisLabels", slowest_first(grid, axis_name));
  mesh.set("gridSpacing", slowest_first(grid, [&](int d) { return grid.spacing[d]; }));
  // The offset is the corner of the first cell; the position within a cell says where its value
  // lies.
  mesh.set("gridGlobalOffset", slowest_first(grid, [&](int d) {
             return grid.origin[d] - (cells ? 0.5 * grid.spacing[d] : 0.0);
           }));
  mesh.set("gridUnitSI", known_dimension(grid.length_unit).si_factor);
  mesh.set("gridUnit", grid.length_unit);
  mesh.set("position", slowest_first(grid, [&](int) { return cells ? 0.5 : 0.0; }));
  mesh.set("timeOffset", 0.0);
  mesh.set("unitSI", unit.si_factor);
  mesh.set("unitDimension", std::vector<double>(unit.powers.begin(), unit.powers.end()));
  mesh.set("unit", field.unit);
  mesh.set("centring", std::string(cells ? "cell" : "vertex"));
  mesh.set("domainLower", slowest_first(grid, [&](int d) { return grid.lower[d]; }));
  mesh.set("domainUpper", slowest_first(grid, [&](int d) { return grid.upper[d]; }));
  mesh.set("periodic", slowest_first(grid, [&](int d) { return grid.periodic[d] ? 1.0 : 0.0; }));
  mesh.set("longName", field.description);
  mesh.set("thorn", field.thorn);
}

}  // namespace cardon

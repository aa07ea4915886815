// SPDX-License-Identifier: Apache-2.0
#include "startup/machine_section.hpp"

#include <fmt/format.h>

#include <cardon/services/driver.hpp>
#include <optional>

#include "machine/machine_reader.hpp"
#include "startup/changed_parameter.hpp"
#include "startup/grid_reader.hpp"

namespace cardon {
namespace {

bool driver_has(const ServiceCatalogue& catalogue, const std::string& driver, const char* word) {
  const auto* entry = catalogue.find(role_name<Driver>, driver);
  return entry && has_feature(entry->service, word);
}

bool knows_sites(const ServiceCatalogue& catalogue, const std::string& driver) {
  return driver_has(catalogue, driver, feature::sites);
}

std::optional<Location> where_changed(const SectionValues& section) {
  for (const ParameterDeclaration& parameter : section.section().parameters)
    if (is_changed(section, parameter.name)) return section.where(parameter.name);
  return std::nullopt;
}

Problem no_sites(const ServiceCatalogue& catalogue, const std::string& driver,
                 const Location& where) {
  const auto* other = catalogue.find_with(role_name<Driver>, feature::sites);
  const std::string help = other
                               ? fmt::format("add {} to thorns:, or remove machine:", other->thorn)
                               : "remove machine:";
  return {
      .slug = "machine/needs-grid-driver",
      .message = fmt::format("machine is given, but the driver {} does not support sites", driver),
      .where = where,
      .help = help};
}

void check_axis(const MachineSpec& spec, int dimensions, std::vector<Problem>& problems) {
  if (spec.axis < dimensions) return;
  problems.push_back(
      {.slug = "machine/axis",
       .message = fmt::format("machine.axis is {}, but the grid has {} direction{}",
                              "xyz"[spec.axis], dimensions, dimensions > 1 ? "s" : ""),
       .where = spec.where,
       .help = "choose a direction of the grid, or leave axis out"});
}

/// So that resolved.yaml does not depend on the file.
void keep_content(ParameterSet& parameters, Node whole) {
  SectionValues& top = parameters.section("");
  ParameterValue value = top.at("machine");
  value.value = std::move(whole);
  top.set("machine", std::move(value));
}

}  // namespace

MachineSpec read_machine_section(ParameterSet& parameters, const ServiceCatalogue& catalogue,
                                 const std::string& driver, std::vector<Problem>& problems) {
  MachineSpec spec;
  if (!parameters.has("", "machine")) {
    if (!knows_sites(catalogue, driver)) spec.discovery = MachineSpec::Discovery::none;
    return spec;
  }
  std::string source;
  const std::size_t before = problems.size();
  const Node map = with_machine_file(parameters.get<Node>("", "machine"), source, problems);
  if (problems.size() > before) return spec;
  spec = read_machine(map, problems);
  spec.source = source;
  if (!knows_sites(catalogue, driver)) problems.push_back(no_sites(catalogue, driver, spec.where));
  check_axis(spec, point_counts(parameters).dimensions(), problems);
  keep_content(parameters, map);
  return spec;
}

void check_emulated_compute(const ParameterSet& parameters, const ServiceCatalogue& catalogue,
                            const std::string& driver, std::vector<Problem>& problems) {
  const auto* emulator = catalogue.find_with(role_name<ComputeEmulator>, feature::standard);
  if (emulator == nullptr || driver_has(catalogue, driver, feature::emulated_compute)) return;
  const std::string& section = emulator->service.section;
  if (section.empty()) return;
  const std::optional<Location> where = where_changed(parameters.section(section));
  if (!where) return;
  const auto* other = catalogue.find_with(role_name<Driver>, feature::emulated_compute);
  const std::string add = other ? fmt::format("add {} to thorns:, or ", other->thorn) : "";
  problems.push_back(
      {.slug = "driver/no-emulated-compute",
       .message = fmt::format("{} is given, but the driver {} cannot emulate the speed of ranks",
                              section, driver),
       .where = *where,
       .help = fmt::format("{}remove {}:", add, section)});
}

}  // namespace cardon

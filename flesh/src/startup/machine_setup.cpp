// SPDX-License-Identifier: Apache-2.0
#include "startup/machine_setup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cardon/services/link_emulator.hpp"
#include "machine/machine_reader.hpp"
#include "machine/machine_resolver.hpp"
#include "startup/grid_reader.hpp"

namespace cardon {
namespace {

bool knows_sites(const Setup& setup) {
  const auto* driver = setup.library.catalogue.find(role_name<Driver>, setup.driver_name);
  return driver && has_feature(driver->service, feature::sites);
}

void check_driver(const Setup& setup, std::vector<Problem>& problems) {
  if (knows_sites(setup)) return;
  const auto* other = setup.library.catalogue.find_with(role_name<Driver>, feature::sites);
  const std::string help = other
                               ? fmt::format("add {} to thorns:, or remove machine:", other->thorn)
                               : "remove machine:";
  problems.push_back({.slug = "machine/needs-grid-driver",
                      .message = fmt::format("machine is given, but the driver {} knows no sites",
                                             setup.driver_name),
                      .where = setup.machine_spec.where,
                      .help = help});
}

void check_axis(const Setup& setup, std::vector<Problem>& problems) {
  const int dimensions = point_counts(*setup.parameters).dimensions();
  if (setup.machine_spec.axis < dimensions) return;
  problems.push_back({.slug = "machine/axis",
                      .message = fmt::format("machine.axis is {}, but the grid has {} direction{}",
                                             "xyz"[setup.machine_spec.axis], dimensions,
                                             dimensions > 1 ? "s" : ""),
                      .where = setup.machine_spec.where,
                      .help = "take a direction of the grid, or leave axis out"});
}

/// So that resolved.yaml does not depend on the file.
void keep_content(Setup& setup, Node whole) {
  SectionValues& top = setup.parameters->section("");
  ParameterValue value = top.at("machine");
  value.value = std::move(whole);
  top.set("machine", std::move(value));
}

}  // namespace

void read_machine_section(Setup& setup, std::vector<Problem>& problems) {
  MachineSpec& spec = setup.machine_spec;
  if (!setup.parameters->has("", "machine")) {
    if (!knows_sites(setup)) spec.discovery = MachineSpec::Discovery::none;
    return;
  }
  std::string source;
  const std::size_t before = problems.size();
  const Node map = with_machine_file(setup.parameters->get<Node>("", "machine"), source, problems);
  if (problems.size() > before) return;
  spec = read_machine(map, problems);
  spec.source = source;
  check_driver(setup, problems);
  check_axis(setup, problems);
  keep_content(setup, map);
}

std::shared_ptr<Transport> enter_machine(Setup& setup, std::shared_ptr<Transport> transport) {
  setup.machine = resolve_machine(setup.machine_spec, *transport);
  if (!setup.machine.emulation.active) return transport;
  const auto emulator = setup.library.catalogue.make_standard<LinkEmulator>(setup.machine.where);
  return emulator->wrap(std::move(transport), setup.machine);
}

std::string sites_text(const Machine& machine) {
  std::vector<std::string> sites;
  for (const Site& site : machine.sites) {
    sites.push_back(fmt::format("{} ({} rank{})", site.name, site.ranks.size(),
                                site.ranks.size() > 1 ? "s" : ""));
    if (!site.hosts.empty() && site.hosts.size() <= 2)
      sites.back() += fmt::format(" on {}", fmt::join(site.hosts, ", "));
  }
  constexpr std::size_t most = 6;
  const std::size_t all = sites.size();
  if (all > most) sites.resize(most);
  return fmt::format("{}{}; known from {}", fmt::join(sites, ", "),
                     all > most ? fmt::format(" and {} more", all - most) : "", machine.source);
}

}  // namespace cardon

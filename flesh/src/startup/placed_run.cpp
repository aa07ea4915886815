// SPDX-License-Identifier: Apache-2.0
#include "startup/placed_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cardon/emulation/link_emulator.hpp>
#include <cardon/kit/counted.hpp>

#include "machine/machine_resolver.hpp"

namespace cardon {

PlacedRun place_run(const CheckedRun& run, std::shared_ptr<Transport> transport) {
  PlacedRun placed{run, resolve_machine(run.machine_spec, *transport), transport};
  if (placed.machine.emulation.active) {
    const auto emulator = run.library.catalogue.make_standard<LinkEmulator>(placed.machine.where);
    placed.transport = emulator->wrap(std::move(transport), placed.machine);
  }
  return placed;
}

namespace {

// Of one site there is nothing to say, unless a run would have to find out.
std::string source_text(const Machine& machine) {
  if (machine.source.empty()) return "; sites unknown until a run discovers them";
  return machine.sites.size() > 1 ? "; known from " + machine.source : "";
}

}  // namespace

std::string sites_text(const Machine& machine) {
  std::vector<std::string> sites;
  for (const Site& site : machine.sites) {
    sites.push_back(fmt::format("{} ({})", site.name, counted(site.ranks.size(), "rank")));
    if (!site.hosts.empty() && site.hosts.size() <= 2)
      sites.back() += fmt::format(" on {}", fmt::join(site.hosts, ", "));
  }
  constexpr std::size_t most = 6;
  const std::size_t all = sites.size();
  if (all > most) sites.resize(most);
  return fmt::format("{}{}{}", fmt::join(sites, ", "),
                     all > most ? fmt::format(" and {} more", all - most) : "",
                     source_text(machine));
}

}  // namespace cardon

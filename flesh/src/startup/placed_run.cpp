// SPDX-License-Identifier: Apache-2.0
#include "startup/placed_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cardon/emulation/link_emulator.hpp>

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

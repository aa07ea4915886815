// SPDX-License-Identifier: Apache-2.0
#include "plans/machine_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cardon/kit/counted.hpp>

namespace cardon {
namespace {

// Of one site there is nothing to say, unless a run would have to find out.
std::string source_text(const Machine& machine) {
  if (machine.source.empty()) return "; sites unknown until a run discovers them";
  return machine.sites.size() > 1 ? "; known from " + machine.source : "";
}

std::string change_text(const Machine& machine, const LinkChange& change) {
  std::string text = fmt::format("after {:.4g} s {}", change.after,
                                 machine.links.at(std::size_t(change.link)).name);
  if (change.latency >= 0) text += fmt::format(" {:.4g} ms", 1e3 * change.latency);
  if (change.bandwidth >= 0) text += fmt::format(" {:.4g} MB/s", 1e-6 * change.bandwidth);
  return text;
}

}  // namespace

std::string sites_text(const Machine& machine) {
  std::vector<std::string> sites;
  for (const Site& site : machine.sites) {
    sites.push_back(fmt::format("{} ({})", site.name, counted(site.ranks.size(), "rank")));
    if (!site.hosts.empty() && site.hosts.size() <= 2)
      sites.back() += fmt::format(" on {}", fmt::join(site.hosts, ", "));
  }
  constexpr std::size_t max_sites = 6;
  const std::size_t all = sites.size();
  if (all > max_sites) sites.resize(max_sites);
  return fmt::format("{}{}{}", fmt::join(sites, ", "),
                     all > max_sites ? fmt::format(" and {} more", all - max_sites) : "",
                     source_text(machine));
}

std::string emulation_text(const Machine& machine) {
  const Emulation& emulation = machine.emulation;
  if (!emulation.active) return "";
  std::vector<std::string> parts;
  if (emulation.naive) parts.push_back("naive");
  if (emulation.jitter > 0)
    parts.push_back(fmt::format("jitter {:.4g} ms", 1e3 * emulation.jitter));
  for (const LinkChange& change : emulation.changes) parts.push_back(change_text(machine, change));
  return parts.empty() ? "emulated" : fmt::format("emulated; {}", fmt::join(parts, ", "));
}

}  // namespace cardon

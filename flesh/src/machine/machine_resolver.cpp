// SPDX-License-Identifier: Apache-2.0
#include "machine/machine_resolver.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <numeric>
#include <optional>

#include "collective/site_discovery.hpp"

namespace cardon {
namespace {

using Entry = MachineSpec::SiteEntry;

/// Everything but the ranks of the sites.
Machine frame(const MachineSpec& spec) {
  Machine machine;
  for (const Entry& entry : spec.sites) {
    Site site;
    site.name = entry.name;
    site.speed = entry.speed;
    site.topology = entry.topology;
    machine.sites.push_back(std::move(site));
  }
  machine.links = spec.links;
  machine.axis = spec.axis;
  machine.emulation = spec.emulation;
  machine.source = spec.source;
  machine.where = spec.where;
  return machine;
}

/// Gives the sites consecutive ranks.
void deal(Machine& machine, const std::vector<int>& counts) {
  int next = 0;
  for (std::size_t s = 0; s < counts.size(); ++s)
    for (int i = 0; i < counts[s]; ++i) machine.sites[s].ranks.push_back(next++);
}

void require_ranks(const MachineSpec& spec, int ranks) {
  if (spec.ranks() == ranks) return;
  throw Error(Problem{
      .slug = "machine/ranks",
      .message = fmt::format("the sites have {} rank{}, but there {} {}", spec.ranks(),
                             spec.ranks() > 1 ? "s" : "", ranks > 1 ? "are" : "is", ranks),
      .where = spec.where,
      .help = fmt::format("start {0} ranks (mpirun -n {0} cardon run ..., cardon run --ranks {0}, "
                          "cardon check --ranks {0}), or change machine.sites",
                          spec.ranks())});
}

bool is_on(const Entry& site, const std::string& host) {
  const std::string short_name = host.substr(0, host.find('.'));
  return std::any_of(site.hosts.begin(), site.hosts.end(), [&](const std::string& pattern) {
    return fnmatch(pattern.c_str(), host.c_str(), 0) == 0 ||
           fnmatch(pattern.c_str(), short_name.c_str(), 0) == 0;
  });
}

Problem host_problem(const MachineSpec& spec, const Location& where, std::string message) {
  Problem problem{.slug = "machine/hosts", .message = std::move(message), .where = where};
  for (const Entry& site : spec.sites)
    problem.notes.push_back(
        fmt::format("site {} has hosts: {}", site.name, fmt::join(site.hosts, ", ")));
  problem.help = "change hosts: of the sites; cardon probe prints the hosts of a run";
  return problem;
}

/// The sites of which a host is part, by name, for a message.
std::size_t site_of_host(const MachineSpec& spec, const std::string& host) {
  std::vector<std::size_t> found;
  for (std::size_t s = 0; s < spec.sites.size(); ++s)
    if (is_on(spec.sites[s], host)) found.push_back(s);
  if (found.empty())
    throw Error(host_problem(spec, spec.where, fmt::format("host {} belongs to no site", host)));
  if (found.size() > 1)
    throw Error(host_problem(spec, spec.sites[found[1]].where,
                             fmt::format("host {} belongs to the sites {} and {}", host,
                                         spec.sites[found[0]].name, spec.sites[found[1]].name)));
  return found.front();
}

void deal_by_host(Machine& machine, const MachineSpec& spec,
                  const std::vector<std::string>& hosts) {
  for (std::size_t rank = 0; rank < hosts.size(); ++rank) {
    Site& site = machine.sites[site_of_host(spec, hosts[rank])];
    site.ranks.push_back(int(rank));
    if (std::find(site.hosts.begin(), site.hosts.end(), hosts[rank]) == site.hosts.end())
      site.hosts.push_back(hosts[rank]);
  }
  for (std::size_t s = 0; s < spec.sites.size(); ++s)
    if (machine.sites[s].ranks.empty())
      throw Error(
          host_problem(spec, spec.sites[s].where,
                       fmt::format("no rank runs on a host of site {}", spec.sites[s].name)));
}

std::optional<Real> threshold_of(const MachineSpec& spec) {
  if (spec.discovery == MachineSpec::Discovery::hosts) return std::nullopt;
  return spec.threshold;
}

void check_topologies(const MachineSpec& spec, const Machine& machine) {
  for (std::size_t s = 0; s < machine.sites.size(); ++s) {
    const Site& site = machine.sites[s];
    const long product = std::accumulate(site.topology.begin(), site.topology.end(), 1L,
                                         [](long a, int b) { return a * b; });
    if (site.topology.empty() || product == long(site.ranks.size())) continue;
    throw Error(Problem{.slug = "machine/topology",
                        .message = fmt::format("topology {} of site {} makes {}, but it has {}",
                                               fmt::join(site.topology, " x "), site.name,
                                               counted(product, "rank"), site.ranks.size()),
                        .where = spec.sites[s].where,
                        .help = "change the topology, or leave it out"});
  }
}

}  // namespace

Machine one_site(int ranks) {
  Machine machine;
  machine.sites.resize(1);
  machine.sites[0].name = "a";
  deal(machine, {ranks});
  machine.source = "one site";
  return machine;
}

Machine resolve_machine(const MachineSpec& spec, Transport& transport, const std::string& host) {
  if (spec.sites.empty() && spec.discovery == MachineSpec::Discovery::none)
    return one_site(transport.size());
  if (spec.by_ranks()) return plan_machine(spec, transport.size());
  const std::vector<std::string> hosts = gather_text(host, transport);
  Machine machine = frame(spec);
  if (spec.sites.empty()) {
    Machine found = discover_sites(hosts, threshold_of(spec), transport);
    machine.sites = std::move(found.sites);
    machine.links = std::move(found.links);
    machine.source = std::move(found.source);
  } else {
    deal_by_host(machine, spec, hosts);
    check_topologies(spec, machine);
  }
  return machine;
}

Machine plan_machine(const MachineSpec& spec, int ranks) {
  if (spec.sites.empty()) {
    Machine machine = one_site(ranks);
    machine.axis = spec.axis;
    machine.where = spec.where;
    if (spec.discovery != MachineSpec::Discovery::none) machine.source = "";
    return machine;
  }
  Machine machine = frame(spec);
  std::vector<int> counts;
  const int sites = int(spec.sites.size());
  if (spec.by_ranks()) {
    require_ranks(spec, ranks);
    for (const Entry& site : spec.sites) counts.push_back(site.ranks);
  } else {
    if (ranks < sites)
      throw Error(Problem{.slug = "machine/ranks",
                          .message = fmt::format("{} sites need more than {} rank{}", sites, ranks,
                                                 ranks > 1 ? "s" : ""),
                          .where = spec.where,
                          .help = fmt::format("cardon check --ranks {}", sites)});
    for (int s = 0; s < sites; ++s) counts.push_back(ranks * (s + 1) / sites - ranks * s / sites);
    for (Site& site : machine.sites) site.topology.clear();
    machine.source += "; ranks divided evenly, because the hosts of a run are unknown";
  }
  deal(machine, counts);
  return machine;
}

}  // namespace cardon

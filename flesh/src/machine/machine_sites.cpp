// SPDX-License-Identifier: Apache-2.0
#include "machine/machine_sites.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <cardon/services/node_reading.hpp>

#include "base/identifier.hpp"
#include "machine/node_form.hpp"

namespace cardon {
namespace {

using Entry = MachineSpec::SiteEntry;

constexpr int max_ranks = 1'000'000;
constexpr const char* site_help =
    "write for example sites: [{name: a, ranks: 2, speed: 1.5}, {name: b, ranks: 2}]";

Problem site_problem(const Location& where, std::string message) {
  return {.slug = "machine/site", .message = std::move(message), .where = where, .help = site_help};
}

std::string read_name(const Node& node) {
  const std::string name = read_text(node, "machine.sites.name");
  if (is_identifier(name)) return name;
  throw Error(
      Problem{.slug = "machine/site",
              .message = fmt::format("\"{}\" cannot be the name of a site", name),
              .where = node.where,
              .notes = {"a name is made of letters, digits and underscores, no digit first"}});
}

std::vector<std::string> read_hosts(const Node& node) {
  const std::string name = "machine.sites.hosts";
  if (!node.is_list()) return {read_text(node, name)};
  std::vector<std::string> hosts;
  for (const Node& host : node.children) hosts.push_back(read_text(host, name));
  if (hosts.empty()) throw Error(site_problem(node.where, "the list of hosts is empty"));
  return hosts;
}

std::vector<int> read_topology(const Node& node) {
  if (!node.is_list() || node.children.empty() || node.children.size() > 3)
    throw Error(site_problem(node.where,
                             "machine.sites.topology must be a list of ranks in x, y, "
                             "z, such as [2, 2, 1]"));
  std::vector<int> topology;
  for (const Node& count : node.children)
    topology.push_back(int(read_integer(count, "machine.sites.topology", between(1, 1'000'000))));
  return topology;
}

void read_member(const Node& member, Entry& site) {
  if (member.key == "name") site.name = read_name(member);
  if (member.key == "ranks")
    site.ranks = int(read_integer(member, "machine.sites.ranks", between(1, max_ranks)));
  if (member.key == "hosts") site.hosts = read_hosts(member);
  if (member.key == "speed") site.speed = read_real(member, "machine.sites.speed", "", positive);
  if (member.key == "topology") site.topology = read_topology(member);
}

void check_topology(const Node& node, const Entry& site, std::vector<Problem>& problems) {
  if (site.topology.empty() || site.ranks == 0) return;
  long product = 1;
  for (const int n : site.topology) product *= n;
  if (product == site.ranks) return;
  problems.push_back({.slug = "machine/topology",
                      .message = fmt::format("topology {} of site {} makes {}, but it has {}",
                                             fmt::join(site.topology, " x "), site.name,
                                             counted(product, "rank"), site.ranks),
                      .where = node.find("topology")->where});
}

Entry read_site(const Node& node, std::vector<Problem>& problems) {
  Entry site;
  site.where = node.where;
  if (!is_map(node, "an entry of machine.sites", problems)) return site;
  const std::size_t before = problems.size();
  check_keys(node, "machine.sites", {"name", "ranks", "hosts", "speed", "topology"}, problems);
  for (const Node& member : node.children) attempt(problems, [&] { read_member(member, site); });
  if (problems.size() > before) return site;
  if (site.name.empty()) problems.push_back(site_problem(node.where, "a site has no name"));
  const bool ranks = site.ranks > 0, hosts = !site.hosts.empty();
  if (ranks == hosts)
    problems.push_back(site_problem(
        node.where, fmt::format("site {} has {}", site.name,
                                ranks ? "both ranks and hosts" : "neither ranks nor hosts")));
  check_topology(node, site, problems);
  return site;
}

// The ranks of all sites are numbered, too.
void check_sum(const Node& list, const MachineSpec& spec, std::vector<Problem>& problems) {
  long ranks = 0;
  for (const Entry& site : spec.sites) ranks += site.ranks;
  if (ranks > max_ranks)
    problems.push_back(site_problem(
        list.where, fmt::format("the sites have {} ranks, more than {}", ranks, max_ranks)));
}

}  // namespace

void read_sites(const Node& list, MachineSpec& spec, std::vector<Problem>& problems) {
  if (!is_list(list, "machine.sites", problems)) return;
  const std::size_t before = problems.size();
  for (const Node& node : list.children) {
    Entry site = read_site(node, problems);
    const auto same = [&](const Entry& other) { return other.name == site.name; };
    if (!site.name.empty() && std::any_of(spec.sites.begin(), spec.sites.end(), same))
      problems.push_back(
          site_problem(node.where, fmt::format("there are two sites called {}", site.name)));
    spec.sites.push_back(std::move(site));
  }
  check_sum(list, spec, problems);
  if (problems.size() > before) return;
  for (const Entry& site : spec.sites)
    if ((site.ranks > 0) != spec.by_ranks()) {
      problems.push_back(site_problem(
          site.where, "some sites have ranks and some have hosts; one kind is needed for all"));
      return;
    }
}

}  // namespace cardon

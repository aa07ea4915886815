// SPDX-License-Identifier: Apache-2.0
#include "machine_loads.hpp"

#include <algorithm>
#include <numeric>

namespace cardon {
namespace {

bool all_given(const std::vector<Site>& sites) {
  return std::all_of(sites.begin(), sites.end(), [](const Site& site) { return site.speed > 0; });
}

double speed_of(const Machine& machine, const std::vector<double>& speeds, int rank, int site) {
  if (!speeds.empty()) return speeds.at(std::size_t(rank));
  return all_given(machine.sites) ? machine.sites[std::size_t(site)].speed : 1;
}

void add_link(const Machine& machine, int a, int b, PairCost& cost) {
  const SiteLink* link = machine.link(a, b);
  if (link == nullptr) return;
  cost.latency += link->latency;
  if (link->bandwidth > 0)
    cost.seconds_per_byte = std::max(cost.seconds_per_byte, 1 / double(link->bandwidth));
}

PairCost cost_between(const Machine& machine, int a, int b) {
  PairCost cost;
  if (machine.link(a, b) != nullptr) {
    add_link(machine, a, b, cost);
    return cost;
  }
  for (int site = std::min(a, b); site < std::max(a, b); ++site)
    add_link(machine, site, site + 1, cost);
  return cost;
}

}  // namespace

std::vector<std::vector<int>> ranks_by_site(const Machine& machine) {
  std::vector<std::vector<int>> sites;
  for (const Site& site : machine.sites) sites.push_back(site.ranks);
  return sites;
}

BalanceProblem machine_loads(const Machine& machine, const std::vector<double>& speeds,
                             const std::vector<int>& hosts) {
  BalanceProblem problem;
  problem.sites = int(machine.sites.size());
  for (std::size_t rank = 0; rank < hosts.size(); ++rank) {
    const int site = machine.site_of_rank(int(rank));
    problem.ranks.push_back(
        {.site = site, .host = hosts[rank], .speed = speed_of(machine, speeds, int(rank), site)});
  }
  double sum = 0;
  for (const RankLoad& rank : problem.ranks) sum += rank.speed;
  for (RankLoad& rank : problem.ranks) rank.speed *= double(problem.ranks.size()) / sum;
  for (int a = 0; a < problem.sites; ++a)
    for (int b = 0; b < problem.sites; ++b)
      problem.links.push_back(a == b ? PairCost{} : cost_between(machine, a, b));
  return problem;
}

}  // namespace cardon

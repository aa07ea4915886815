// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/balance/greedy_assignment.hpp>
#include <cardon/kit/balance/part_owners.hpp>
#include <cardon/kit/balance/partition_balancer.hpp>
#include <cardon/kit/balance/site_assignment.hpp>
#include <cmath>

namespace cardon {

std::vector<int> sites_of(const BalanceProblem& problem, const Placement& placement) {
  std::vector<int> sites;
  for (const int rank : placement) sites.push_back(problem.ranks[std::size_t(rank)].site);
  return sites;
}

std::vector<std::vector<int>> ranks_by_site(const BalanceProblem& problem) {
  std::vector<std::vector<int>> ranks(std::size_t(problem.sites));
  for (const int r : available_ranks(problem))
    ranks[std::size_t(problem.ranks[std::size_t(r)].site)].push_back(r);
  return ranks;
}

std::vector<std::vector<int>> movable_by_site(const BalanceProblem& problem,
                                              const std::vector<int>& sites) {
  std::vector<std::vector<int>> blocks(std::size_t(problem.sites));
  for (std::size_t b = 0; b < sites.size(); ++b)
    if (problem.blocks[b].movable) blocks[std::size_t(sites[b])].push_back(int(b));
  return blocks;
}

namespace {

std::vector<double> speeds_of_sites(const BalanceProblem& problem,
                                    const std::vector<std::vector<int>>& ranks) {
  std::vector<double> speeds;
  for (const std::vector<int>& site : ranks) {
    double speed = 0;
    for (const int r : site) speed += problem.ranks[std::size_t(r)].speed;
    speeds.push_back(speed);
  }
  return speeds;
}

// Sites whose speeds differ by less than what the partitioner leaves may exchange their parts.
std::vector<int> classes_of(const std::vector<double>& speeds) {
  std::vector<int> classes;
  for (std::size_t a = 0; a < speeds.size(); ++a) {
    std::size_t c = 0;
    while (c < a && std::abs(speeds[a] - speeds[c]) > 1e-6 * speeds[a]) ++c;
    classes.push_back(int(c));
  }
  return classes;
}

}  // namespace

std::vector<int> assign_sites(const BalanceProblem& problem, const Partitioner& partitioner,
                              const SiteAssignmentRequest& wanted) {
  std::vector<int> sites = sites_of(problem, placement_of(problem));
  const std::vector<double> speeds = speeds_of_sites(problem, ranks_by_site(problem));
  std::vector<int> open, number(speeds.size(), -1), owners_of_ranks;  // sites with ranks; reverse
  PartitionRequest request{.tolerance = 0.01, .seed = wanted.seed};
  for (std::size_t s = 0; s < speeds.size(); ++s) {
    if (speeds[s] <= 0) continue;
    number[s] = int(open.size());
    open.push_back(int(s));
    request.shares.push_back(speeds[s]);
  }
  const std::vector<int> blocks = movable_load(problem).blocks;
  if (open.empty() || blocks.empty()) return sites;
  WeightedGraph graph = block_graph(problem, blocks, wanted.edges);
  if (!wanted.by_work) std::fill(graph.weights.begin(), graph.weights.end(), 1.0);
  const std::vector<int> parts = partitioner.partition(graph, request);
  for (const RankLoad& rank : problem.ranks)
    owners_of_ranks.push_back(number[std::size_t(rank.site)]);
  const std::vector<int> owners =
      remap_parts(similarity_of(problem, blocks, parts, owners_of_ranks, int(open.size())),
                  RemapMetric::total_volume, classes_of(request.shares));
  for (std::size_t i = 0; i < blocks.size(); ++i)
    sites[std::size_t(blocks[i])] = open[std::size_t(owners[std::size_t(parts[i])])];
  return sites;
}

void partition_by_sites(const BalanceProblem& problem, const Partitioner& partitioner,
                        const SiteAssignmentRequest& request, Placement& placement) {
  const std::vector<int> sites = assign_sites(problem, partitioner, request);
  const auto ranks = ranks_by_site(problem), blocks = movable_by_site(problem, sites);
  for (std::size_t s = 0; s < ranks.size(); ++s)
    partition_blocks(problem, partitioner, blocks[s], ranks[s], request.seed, placement);
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/balance/block_graph.hpp>
#include <cardon/kit/balance/greedy_assignment.hpp>
#include <cardon/kit/balance/partition_balancer.hpp>
#include <map>

namespace cardon {
namespace {

// Time of a usual message between ranks, relative to the cheapest.
std::vector<double> rank_distances(const BalanceProblem& problem, std::span<const int> ranks) {
  double bytes = 0;
  for (const BlockEdge& edge : problem.edges) bytes += edge.bytes;
  bytes /= std::max<double>(1, double(problem.edges.size()));
  std::vector<double> distances;
  for (const int a : ranks)
    for (const int b : ranks) {
      const PairCost link =
          problem.link(problem.ranks[std::size_t(a)].site, problem.ranks[std::size_t(b)].site);
      distances.push_back(problem.message_seconds + link.latency +
                          bytes * (link.seconds_per_byte + problem.packing_seconds));
    }
  double min_distance = 0;
  for (const double d : distances)
    if (d > 0 && (min_distance == 0 || d < min_distance)) min_distance = d;
  for (double& d : distances) d = min_distance > 0 && d > 0 ? d / min_distance : 1;
  return distances;
}

// Ranks that may exchange their parts.
std::vector<int> rank_classes(const BalanceProblem& problem, std::span<const int> ranks) {
  std::map<std::pair<int, double>, int> known;
  std::vector<int> classes;
  for (const int r : ranks) {
    const RankLoad& rank = problem.ranks[std::size_t(r)];
    classes.push_back(known.insert({{rank.site, rank.speed}, int(known.size())}).first->second);
  }
  return classes;
}

// By rank: its place among `ranks`, -1 for others.
std::vector<int> places_of(std::span<const int> ranks, std::size_t all) {
  std::vector<int> places(all, -1);
  for (std::size_t i = 0; i < ranks.size(); ++i) places[std::size_t(ranks[i])] = int(i);
  return places;
}

}  // namespace

void partition_blocks(const BalanceProblem& problem, const Partitioner& partitioner,
                      std::span<const int> blocks, std::span<const int> ranks, unsigned seed,
                      Placement& placement, RemapMetric metric) {
  if (ranks.empty() || blocks.empty()) return;
  PartitionRequest request{.seed = seed};
  for (const int r : ranks) request.shares.push_back(problem.ranks[std::size_t(r)].speed);
  if (partitioner.maps_to_targets()) request.distances = rank_distances(problem, ranks);
  const std::vector<int> parts =
      partitioner.partition(block_graph(problem, blocks, EdgeMeasure::bytes), request);
  const SimilarityMatrix similarity = similarity_of(
      problem, blocks, parts, places_of(ranks, problem.ranks.size()), int(ranks.size()));
  const std::vector<int> owners = remap_parts(similarity, metric, rank_classes(problem, ranks));
  for (std::size_t i = 0; i < blocks.size(); ++i)
    placement[std::size_t(blocks[i])] = ranks[std::size_t(owners[std::size_t(parts[i])])];
}

void PartitionBalancer::open(const BalancerSetup& setup) {
  seed_ = setup.seed;
  if (!partitioner_) partitioner_ = setup.partitioner(name_);
}

std::vector<BlockMove> PartitionBalancer::plan(const BalanceProblem& problem) {
  Placement placement = placement_of(problem);
  partition_blocks(problem, *partitioner_, movable_load(problem).blocks, available_ranks(problem),
                   seed_, placement);
  return moves_to(problem, placement);
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "minex_balancer.hpp"

#include <cardon/kit/balance/greedy_assignment.hpp>
#include <cardon/kit/balance/partition_balancer.hpp>
#include <cardon/kit/balance/site_assignment.hpp>
#include <cardon/services/parameter_set.hpp>
#include <limits>

#include "minex.hpp"
#include "minex_options.hpp"

namespace cardon {

void MinexBalancer::open(const BalancerSetup& setup) {
  seed_ = setup.seed;
  if (given_) return;
  namespace p = minex_parameters;
  std::string partitioner(p::partitioner.default_value());
  if (setup.parameters != nullptr) {
    throttle_ = setup.parameters->get(p::section, p::throttle);
    partitioner = setup.parameters->get(p::section, p::partitioner);
  }
  if (partitioner != "none") partitioner_ = setup.partitioner(partitioner);
}

std::vector<double> MinexBalancer::throttles(const BalanceProblem& problem) const {
  if (throttle_ > 0) return {throttle_};
  const double ranks = double(problem.ranks.size());
  return {ranks / 2, 2 * ranks, std::numeric_limits<double>::infinity()};
}

// Blocks leave ranks that are gone before anything else: moves away from them lower no time.
std::vector<Placement> MinexBalancer::starts(const BalanceProblem& problem) const {
  Placement keep = placement_of(problem);
  std::vector<double> seconds = compute_seconds(problem, keep);
  std::vector<int> homeless;
  for (std::size_t b = 0; b < keep.size(); ++b)
    if (problem.blocks[b].movable && !problem.ranks[std::size_t(keep[b])].available)
      homeless.push_back(int(b));
  assign_greedily(problem, homeless, available_ranks(problem), seconds, keep);
  std::vector<Placement> starts{keep};
  if (!partitioner_) return starts;
  Placement flat = keep;
  partition_blocks(problem, *partitioner_, movable_load(problem).blocks, available_ranks(problem),
                   seed_, flat);
  starts.push_back(std::move(flat));
  if (problem.sites > 1) {
    Placement sites = keep;
    partition_by_sites(problem, *partitioner_, {.edges = EdgeMeasure::bytes, .seed = seed_}, sites);
    starts.push_back(std::move(sites));
  }
  return starts;
}

std::vector<BlockMove> MinexBalancer::plan(const BalanceProblem& problem) {
  if (available_ranks(problem).empty()) return {};
  Placement best;
  double min_time = std::numeric_limits<double>::infinity();
  for (const Placement& start : starts(problem))
    for (const double throttle : throttles(problem)) {
      Minex minex(problem, start, {.throttle = throttle});
      Placement placement = minex.run();
      if (const double max = minex.times().summary().max; max < min_time) {
        min_time = max;
        best = std::move(placement);
      }
    }
  return moves_to(problem, best);
}

}  // namespace cardon

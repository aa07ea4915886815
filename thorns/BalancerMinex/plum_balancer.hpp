// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/part_owners.hpp>
#include <cardon/services/balancer.hpp>
#include <memory>

namespace cardon {

/// PLUM: partition from scratch, remap by the similarity matrix, and none of it if what it saves
/// within the horizon is less than what moving costs (L. Oliker and R. Biswas, "PLUM: parallel load
/// balancing for adaptive unstructured meshes", J. Parallel Distrib. Comput. 52, 1998).
class PlumBalancer : public Balancer {
 public:
  PlumBalancer() = default;
  PlumBalancer(RemapMetric metric, std::shared_ptr<const Partitioner> partitioner)
      : metric_(metric), partitioner_(std::move(partitioner)) {}
  void open(const BalancerSetup& setup) override;
  std::vector<BlockMove> plan(const BalanceProblem& problem) override;

 private:
  RemapMetric metric_ = RemapMetric::total_volume;
  std::shared_ptr<const Partitioner> partitioner_;
  unsigned seed_ = 1;
};

}  // namespace cardon

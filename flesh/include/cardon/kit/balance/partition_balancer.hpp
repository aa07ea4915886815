// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/part_owners.hpp>
#include <cardon/kit/balance/placement.hpp>
#include <cardon/services/balancer.hpp>
#include <memory>
#include <span>
#include <string>

namespace cardon {

/// Divides the graph of these blocks among ranks in proportion to their speeds, and gives parts to
/// ranks of the same speed and site such that little has to move. Entries of `placement` for these
/// blocks are set. Partitioners that map to targets receive the time of a message between ranks as
/// distance. At most 5 % above the shares.
void partition_blocks(const BalanceProblem& problem, const Partitioner& partitioner,
                      std::span<const int> blocks, std::span<const int> ranks, unsigned seed,
                      Placement& placement, RemapMetric metric = RemapMetric::total_volume);

/// Divides all movable blocks among all available ranks by a partitioner, without regard to where
/// they are beyond that.
class PartitionBalancer : public Balancer {
 public:
  /// `name`: of the partitioner.
  explicit PartitionBalancer(std::string name) : name_(std::move(name)) {}
  /// Makes a balancer with a partitioner of its own, which need not be in a catalogue.
  explicit PartitionBalancer(std::shared_ptr<const Partitioner> partitioner)
      : partitioner_(std::move(partitioner)) {}
  void open(const BalancerSetup& setup) override;
  std::vector<BlockMove> plan(const BalanceProblem& problem) override;

 private:
  std::string name_;
  std::shared_ptr<const Partitioner> partitioner_;
  unsigned seed_ = 1;
};

}  // namespace cardon

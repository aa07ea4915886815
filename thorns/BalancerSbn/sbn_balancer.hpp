// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/balancer.hpp>
#include <cardon/services/parameter_set.hpp>

#include "sbn_agent.hpp"

namespace cardon {

/// Plans by one step in virtual time, in which ranks work and SBN passes blocks on: blocks stay
/// where they were done. A usual job is a sixteenth of the mean work of a rank.
class SbnBalancer : public Balancer {
 public:
  enum class Variant { basic, cube, heuristic };
  explicit SbnBalancer(Variant variant) : variant_(variant) {}
  static constexpr const char* section = "BalancerSbn";
  static inline const Parameter migrants{
      "migrants", "nearest",
      "Which waiting blocks are passed on: nearest (those whose messages and data cost least "
      "elsewhere, with their neighbours) or newest",
      one_of("nearest", "newest")};
  static inline const Parameter start{
      "start", "present",
      "Initial placement of waiting blocks: present (current ranks) or partition (neighbours of "
      "the blocks of underloaded ranks move there first)",
      one_of("present", "partition")};
  void open(const BalancerSetup& setup) override;
  std::vector<BlockMove> plan(const BalanceProblem& problem) override;
  /// `ranks`: a number that is not a power of two has the basic variant in place of the cube.
  static std::unique_ptr<BalanceAgent> make_agent(Variant variant, const SbnSetup& setup, int rank,
                                                  int ranks);

 private:
  Variant variant_;
  unsigned seed_ = 1;
  bool nearest_ = true, partitions_ = false;
};

}  // namespace cardon

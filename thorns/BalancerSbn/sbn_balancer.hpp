// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/balancer.hpp>

#include "sbn_agent.hpp"

namespace cardon {

/// Plans by one step in virtual time, in which ranks work and SBN passes blocks on: blocks stay
/// where they were done. A usual job is a sixteenth of the mean work of a rank.
class SbnBalancer : public Balancer {
 public:
  enum class Variant { basic, cube, heuristic };
  explicit SbnBalancer(Variant variant) : variant_(variant) {}
  void open(const BalancerSetup& setup) override { seed_ = setup.seed; }
  std::vector<BlockMove> plan(const BalanceProblem& problem) override;
  /// `ranks`: a number that is no power of two has the basic variant in place of the cube.
  static std::unique_ptr<BalanceAgent> make_agent(Variant variant, const SbnSetup& setup, int rank,
                                                  int ranks);

 private:
  Variant variant_;
  unsigned seed_ = 1;
};

}  // namespace cardon

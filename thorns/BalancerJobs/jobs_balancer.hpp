// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/balancer.hpp>

#include "job_agent.hpp"

namespace cardon {

/// Plans by one step in virtual time, in which ranks work and agents on a hypercube pass blocks on:
/// blocks stay where they were done. A usual job is a sixteenth of the mean work of a rank.
class JobsBalancer final : public Balancer {
 public:
  enum class Method { random, gradient, receiver, sender, bidding, tree };
  explicit JobsBalancer(Method method) : method_(method) {}
  void open(const BalancerSetup& setup) override { seed_ = setup.seed; }
  std::vector<BlockMove> plan(const BalanceProblem& problem) override;
  static std::unique_ptr<BalanceAgent> make_agent(Method method, const JobSetup& setup, int rank,
                                                  int ranks);

 private:
  Method method_;
  unsigned seed_ = 1;
};

}  // namespace cardon

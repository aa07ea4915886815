// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "jobs_balancer.hpp"

using namespace cardon;

CARDON_THORN(BalancerJobs) {
  using Method = JobsBalancer::Method;
  thorn.summary("Balancers of independent jobs on a hypercube of ranks");
  thorn.cites(
      "D. J. Harvey, Load balancing techniques for distributed processing environments, "
      "dissertation, University of Texas at Arlington (2001), section 3.1");
  const auto add = [&](const char* name, const char* summary, Method method) {
    provide<Balancer, JobsBalancer>(thorn, name, summary, method);
  };
  add("random_neighbour", "Surplus jobs go to random neighbours", Method::random);
  add("gradient", "Jobs go step by step towards the nearest rank that needs some",
      Method::gradient);
  add("receiver", "Ranks that need jobs ask their neighbours", Method::receiver);
  add("sender", "New jobs go to neighbours known to need some", Method::sender);
  add("acwn", "New jobs are announced, and shared with neighbours that bid", Method::bidding);
  add("tree_walking", "A sum over a tree; all ranks get the mean", Method::tree);
}

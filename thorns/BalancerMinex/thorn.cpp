// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "minex_balancer.hpp"
#include "minex_options.hpp"
#include "plum_balancer.hpp"

using namespace cardon;

CARDON_THORN(BalancerMinex) {
  namespace p = minex_parameters;
  thorn.summary("Balancers that weigh what a step takes against what moving costs");
  thorn.cites(
      "D. J. Harvey, Load balancing techniques for distributed processing environments, "
      "dissertation, University of Texas at Arlington (2001)");
  thorn.cites(
      "L. Oliker and R. Biswas, PLUM: parallel load balancing for adaptive unstructured "
      "meshes, J. Parallel Distrib. Comput. 52, 150 (1998)");
  thorn.parameters(p::throttle, p::partitioner, p::metric);
  provide<Balancer, MinexBalancer>(
      thorn, "minex", "Least predicted time of the slowest rank, messages and moving included");
  provide<Balancer, PlumBalancer>(thorn, "plum",
                                  "Partition, remapping, and a comparison of gain and cost");
}

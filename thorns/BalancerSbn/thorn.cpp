// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "sbn_balancer.hpp"

using namespace cardon;

CARDON_THORN(BalancerSbn) {
  using Variant = SbnBalancer::Variant;
  thorn.summary("Balancing along symmetric broadcast networks while ranks work");
  thorn.cites(
      "S. K. Das, D. J. Harvey and R. Biswas, Parallel processing of adaptive meshes with "
      "load balancing, IEEE Trans. Parallel Distrib. Syst. 12, 1269 (2001)");
  provide<Balancer, SbnBalancer>(thorn, "sbn", "Sums to the root, surplus outwards",
                                 Variant::basic);
  provide<Balancer, SbnBalancer>(thorn, "sbn_cube", "The same on a hypercube, which has one sink",
                                 Variant::cube);
  provide<Balancer, SbnBalancer>(thorn, "sbn_heuristic",
                                 "Searches outwards, to the first rank that has enough",
                                 Variant::heuristic);
  thorn.parameters(SbnBalancer::migrants, SbnBalancer::start);
}

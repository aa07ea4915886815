// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "basic_parameters.hpp"
#include "greedy_balancer.hpp"
#include "no_balancer.hpp"
#include "random_balancer.hpp"
#include "refine_balancer.hpp"

using namespace cardon;

CARDON_THORN(BalancerBasic) {
  thorn.summary("Balancers that know the load of blocks only");
  thorn.parameters(basic::tolerance, basic::share);
  provide<Balancer, NoBalancer>(thorn, "none", "Blocks stay where they are");
  provide<Balancer, RandomBalancer>(thorn, "random", "Random migration, for tests of migration");
  provide<Balancer, GreedyBalancer>(
      thorn, "greedy", "Heaviest block first to the rank that finishes it first; moves nearly all");
  provide<Balancer, RefineBalancer>(thorn, "refine",
                                    "Moves blocks away from overloaded ranks only; moves few");
}

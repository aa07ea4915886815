// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "gossip_balancer.hpp"

using namespace cardon;

CARDON_THORN(BalancerGossip) {
  namespace p = gossip_parameters;
  thorn.summary("Distributed balancing by gossip, for very many ranks");
  thorn.cites(
      "H. Menon and L. Kale, A distributed dynamic load balancer for iterative "
      "applications, SC13 (2013)");
  thorn.parameters(p::fan_out, p::rounds, p::entries, p::threshold, p::near_peers);
  provide<Balancer, GossipBalancer>(
      thorn, "grapevine", "Gossip of underloaded ranks, random transfer (GrapevineLB)", false);
  provide<Balancer, GossipBalancer>(thorn, "grapevine_plus",
                                    "The same; ranks refuse what would overload them (Grapevine+)",
                                    true);
}

// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "balancing.hpp"

CARDON_THORN(LoadBalancing) {
  using cardon::Balancing;
  thorn.summary("Moves blocks from rank to rank so that all ranks have the same work");
  cardon::provide<cardon::StepService, Balancing>(
      thorn, "balancing", "Measures blocks and carries out the plans of a balancer")
      .section(cardon::balance_section)
      .parameters(Balancing::balancer, Balancing::choice, Balancing::every, Balancing::when,
                  Balancing::horizon, Balancing::min_gain, Balancing::accept, Balancing::start,
                  Balancing::between_sites, Balancing::seed, Balancing::idle_ranks);
}

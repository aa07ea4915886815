// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/balancer.hpp>
#include <cardon/services/step_service.hpp>
#include <memory>
#include <string>

#include "idle_ranks.hpp"

namespace cardon {

/// The name of the balancer that decides in this run; with_blocks is resolved.
std::string balancer_of(const StepSetup& setup);

/// Throws Error balance/driver.
[[noreturn]] void refuse_driver(const StepSetup& setup, const std::string& name);

/// Null for one that need not be there: strategies come with libraries that may be missing.
std::shared_ptr<Balancer> make_planner(const StepSetup& setup, const std::string& name,
                                       bool optional);

void open_balancer(Balancer& balancer, const StepSetup& setup);

/// Where balance.choice has no effect.
void warn_of_idle_choice(const StepSetup& setup, const std::string& name);

/// Takes over balance.idle_ranks. Throws Error balance/idle-ranks.
void read_idle_ranks(const StepSetup& setup, bool balances, IdleRanks& idle);

}  // namespace cardon

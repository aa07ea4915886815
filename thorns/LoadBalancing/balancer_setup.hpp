// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/balancer.hpp>
#include <cardon/services/step_service.hpp>
#include <cardon/steering/placement_check.hpp>
#include <memory>
#include <optional>
#include <string>

#include "idle_ranks.hpp"

namespace cardon {

/// The name of the balancer that decides in this run; with_blocks is resolved.
std::string balancer_of(const ParameterSet& parameters, const RankPlacement& placement);

/// The ranks of a run.
RankPlacement placement_of(const StepSetup& setup);

/// Throws Error balance/driver.
[[noreturn]] void refuse_driver(const ParameterSet& parameters, const std::string& name);

using MakeService = decltype(StepSetup::make_service);

/// Null for one that need not be there: strategies come with libraries that may be missing.
std::shared_ptr<Balancer> make_planner(const ParameterSet& parameters, const MakeService& make,
                                       const std::string& name, bool optional);

void open_balancer(Balancer& balancer, const ParameterSet& parameters, const MakeService& make);

/// Throws what is wrong with a balancer that the user names, as it would be when a run starts:
/// there is none, its parameters are wrong, or the driver cannot move blocks.
void check_balancer(const ParameterSet& parameters, const RankPlacement& placement);

/// Why a run that goes on cannot take other values (balance/exchange): the settings of its driver
/// depend on whether it is balanced at all.
std::optional<Problem> exchange_problem(const ParameterSet& parameters,
                                        const RankPlacement& placement);

/// Of a run that goes on: a change of balance.choice (balance/choice) or balance.when
/// (balance/placement) that would have no effect.
std::vector<Problem> idle_change_problems(const ParameterSet& parameters,
                                          const RankPlacement& placement);

/// Where balance.choice has no effect.
void warn_of_idle_choice(const StepSetup& setup, const std::string& name);

/// Where nothing moves blocks, so that no other parameter has an effect.
void warn_of_idle_placement(const StepSetup& setup, const std::string& name);

/// What is wrong with balance.idle_ranks on these ranks (balance/idle-ranks); of a list that a
/// checkpoint has stored, ranks that do not exist do not count.
std::optional<Problem> idle_problem(const ParameterSet& parameters, const RankPlacement& placement);

/// Whether balance.idle_ranks is what a checkpoint has stored.
bool has_stored_idle_ranks(const ParameterSet& parameters);

/// Takes over balance.idle_ranks. Throws Error balance/idle-ranks.
void read_idle_ranks(const StepSetup& setup, IdleRanks& idle);

}  // namespace cardon

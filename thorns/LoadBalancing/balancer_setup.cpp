// SPDX-License-Identifier: Apache-2.0
#include "balancer_setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/services/block_migration.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/thorn/error.hpp>
#include <numeric>

#include "balancing.hpp"

namespace cardon {

namespace {

// Blocks that stay at their site need another rank there.
bool has_other_ranks(const RankPlacement& placement, bool between_sites) {
  if (placement.machine == nullptr || between_sites) return placement.ranks > 1;
  const std::vector<Site>& sites = placement.machine->sites;
  return std::any_of(sites.begin(), sites.end(),
                     [](const Site& site) { return site.ranks.size() > 1; });
}

}  // namespace

std::string balancer_of(const ParameterSet& parameters, const RankPlacement& placement) {
  const std::string name{parameters.get(balance_section, Balancing::balancer)};
  if (name != balance_with_blocks) return name;
  const std::size_t blocks = placement.decomposition->owned.size();
  const auto per_rank = int(blocks / std::size_t(placement.ranks));
  const std::vector<Site> sites =
      placement.machine == nullptr ? std::vector<Site>{} : placement.machine->sites;
  const bool moves = offered_by<BlockMigration>(*placement.driver) != nullptr &&
                     has_other_ranks(placement, crosses_sites(parameters));
  return moves && is_balanced(parameters, sites, per_rank) ? "auto" : "none";
}

RankPlacement placement_of(const StepSetup& setup) {
  return {.machine = setup.driver_setup->machine,
          .ranks = setup.transport.size(),
          .decomposition = &setup.driver.decomposition(),
          .driver = &setup.driver};
}

[[noreturn]] void refuse_driver(const ParameterSet& parameters, const std::string& name) {
  throw Error({.slug = "balance/driver",
               .message = fmt::format("balance.balancer is {}, but the driver cannot move blocks "
                                      "between ranks",
                                      name),
               .where = parameters.where(balance_section, Balancing::balancer.name()),
               .help = "add GridDriver to thorns, or leave balance.balancer out"});
}

namespace {

// The services of the role are not all that the parameter takes.
std::shared_ptr<Balancer> made_by_name(const ParameterSet& parameters, const MakeService& make,
                                       const std::string& name) try {
  return std::static_pointer_cast<Balancer>(make(
      role_name<Balancer>, name, parameters.where(balance_section, Balancing::balancer.name())));
} catch (const Error& error) {
  std::vector<Problem> problems = error.problems();
  if (problems.front().slug == "registry/no-such-service")
    problems.front().notes.push_back("auto chooses among them");
  throw Error(problems);
}

}  // namespace

std::shared_ptr<Balancer> make_planner(const ParameterSet& parameters, const MakeService& make,
                                       const std::string& name, bool optional) {
  try {
    return made_by_name(parameters, make, name);
  } catch (const Error& error) {
    if (!optional || error.problems().at(0).slug != "registry/no-such-service") throw;
    return nullptr;
  }
}

void open_balancer(Balancer& balancer, const ParameterSet& parameters, const MakeService& make) {
  const auto partitioner = [make](std::string_view name) {
    return std::static_pointer_cast<Partitioner>(make(role_name<Partitioner>, name, {}));
  };
  balancer.open({.parameters = &parameters,
                 .seed = unsigned(parameters.get(balance_section, Balancing::seed)),
                 .partitioner = partitioner});
}

void check_balancer(const ParameterSet& parameters, const RankPlacement& placement) {
  const std::string name{parameters.get(balance_section, Balancing::balancer)};
  if (name == balance_with_blocks || name == "none") return;
  if (placement.ranks > 1 && offered_by<BlockMigration>(*placement.driver) == nullptr)
    refuse_driver(parameters, name);
  if (!placement.make_service) return;
  const bool is_choice = name == "auto";
  if (is_choice && placement.began == nullptr) return;  // a start says so
  const std::string choice{parameters.get(balance_section, Balancing::choice)};
  for (const std::string& one : Planners::names(name, choice))
    if (const auto balancer = make_planner(parameters, placement.make_service, one, is_choice))
      open_balancer(*balancer, parameters, placement.make_service);
}

namespace {

// A run stays balanced, or not, as it began, though another tuner may have been set since.
bool is_balanced_with(const ParameterSet& parameters, const RankPlacement& placement) {
  const auto has_default = [](const ParameterSet& values) {
    return values.get(balance_section, Balancing::balancer) == balance_with_blocks;
  };
  const bool as_it_began =
      placement.began != nullptr && has_default(parameters) && has_default(*placement.began);
  return balancer_of(as_it_began ? *placement.began : parameters, placement) != "none";
}

}  // namespace

std::optional<Problem> exchange_problem(const ParameterSet& parameters,
                                        const RankPlacement& placement) {
  if (placement.began == nullptr) return {};
  const bool had_one = balancer_of(*placement.began, placement) != "none";
  const bool has_one = is_balanced_with(parameters, placement);
  if (had_one == has_one) return {};
  return Problem{.slug = "balance/exchange",
                 .message = has_one ? "a run without a balancer cannot be given one before it ends"
                                    : "a balancer cannot be replaced by none during the run",
                 .where = parameters.where(balance_section, Balancing::balancer.name()),
                 .help = has_one ? "restart it with balance.balancer"
                                 : "suspend it: tunlets.suspended=[balancing]"};
}

namespace {

Problem idle_choice(const ParameterSet& parameters, const std::string& name) {
  return {.slug = "balance/choice",
          .message = "balance.choice has no effect: the balancer is " + name,
          .where = parameters.where(balance_section, Balancing::choice.name()),
          .help = "leave it out, or set balance.balancer to auto"};
}

Problem idle_placement(const ParameterSet& parameters, std::string_view parameter) {
  return {.slug = "balance/placement",
          .message =
              fmt::format("balance.{} has no effect: nothing moves blocks in this run", parameter),
          .where = parameters.where(balance_section, parameter),
          .help = "leave it out, or set balance.balancer, such as auto"};
}

}  // namespace

std::vector<Problem> idle_change_problems(const ParameterSet& parameters,
                                          const RankPlacement& placement) {
  const auto changes = [&](std::string_view parameter) {
    const std::string name = fmt::format("{}.{}", balance_section, parameter);
    return std::count(placement.changing.begin(), placement.changing.end(), name) > 0;
  };
  const bool moves = placement.ranks > 1 && is_balanced_with(parameters, placement);
  const std::string name = moves ? balancer_of(parameters, placement) : "none";
  std::vector<Problem> problems;
  if (changes(Balancing::choice.name()) && name != "auto" && name != balance_with_blocks)
    problems.push_back(idle_choice(parameters, name));
  if (changes(Balancing::when.name()) && !moves)
    problems.push_back(idle_placement(parameters, Balancing::when.name()));
  return problems;
}

void warn_of_idle_choice(const StepSetup& setup, const std::string& name) {
  if (name != "auto" && setup.parameters.given(balance_section, Balancing::choice.name()))
    setup.warn(idle_choice(setup.parameters, name));
}

void warn_of_idle_placement(const StepSetup& setup, const std::string& name) {
  if (name != "none") return;
  for (const std::string_view idle :
       {Balancing::every.name(), Balancing::when.name(), Balancing::horizon.name(),
        Balancing::min_gain.name(), Balancing::accept.name(), Balancing::start.name(),
        Balancing::between_sites.name(), Balancing::seed.name()})
    if (setup.parameters.given(balance_section, idle))
      setup.warn(idle_placement(setup.parameters, idle));
}

namespace {

// Ranks of a list in the parameter file have to exist. A restart may have fewer ranks than the run
// that wrote the checkpoint, where the list held.
std::vector<int> idle_ranks_of(const ParameterSet& parameters, int size) {
  std::vector<int> ranks = parameters.get(balance_section, Balancing::idle_ranks);
  if (has_stored_idle_ranks(parameters))
    std::erase_if(ranks, [size](int rank) { return rank >= size; });
  return ranks;
}

// Of ranks that have to hold the blocks of the others: those of a site, or all.
Machine sharing_ranks(const RankPlacement& placement, bool between_sites) {
  if (placement.machine != nullptr && !between_sites) return *placement.machine;
  Machine machine;
  machine.sites.resize(1);
  machine.sites[0].ranks.resize(std::size_t(placement.ranks));
  std::iota(machine.sites[0].ranks.begin(), machine.sites[0].ranks.end(), 0);
  return machine;
}

// Why a list cannot hold; empty: it can.
std::string idle_mistake(const std::vector<int>& ranks, const RankPlacement& placement,
                         bool balances, bool between_sites) {
  if (ranks.empty()) return {};
  if (!balances) return "nothing moves blocks in this run";
  const Machine machine = sharing_ranks(placement, between_sites);
  if (std::string mistake = IdleRanks::mistake(ranks, machine, placement.ranks); !mistake.empty())
    return mistake;
  const auto* migration = offered_by<BlockMigration>(*placement.driver);
  return migration == nullptr ? std::string()
                              : IdleRanks::shortage(ranks, machine, *placement.decomposition,
                                                    migration->max_blocks_per_rank());
}

}  // namespace

bool has_stored_idle_ranks(const ParameterSet& parameters) {
  const std::string source =
      parameters.section(balance_section).source(Balancing::idle_ranks.name());
  return source.rfind("checkpoint", 0) == 0;
}

std::optional<Problem> idle_problem(const ParameterSet& parameters,
                                    const RankPlacement& placement) {
  const std::string_view name = Balancing::idle_ranks.name();
  if (!parameters.has(balance_section, name)) return {};
  const bool balances = placement.ranks > 1 && is_balanced_with(parameters, placement);
  const std::string mistake = idle_mistake(idle_ranks_of(parameters, placement.ranks), placement,
                                           balances, crosses_sites(parameters));
  if (mistake.empty()) return {};
  return Problem{
      .slug = "balance/idle-ranks",
      .message = "balance.idle_ranks: " + mistake,
      .where = parameters.where(balance_section, name),
      .help = balances ? "name other ranks, or fewer"
                       : "set balance.balancer, such as auto, on several ranks; or leave it out"};
}

void read_idle_ranks(const StepSetup& setup, IdleRanks& idle) {
  if (!setup.parameters.has(balance_section, Balancing::idle_ranks.name())) return;
  const std::optional<Problem> problem = idle_problem(setup.parameters, placement_of(setup));
  if (!problem) return idle.set(idle_ranks_of(setup.parameters, setup.transport.size()));
  if (!has_stored_idle_ranks(setup.parameters)) throw Error(*problem);
  setup.warn(*problem);
}

}  // namespace cardon

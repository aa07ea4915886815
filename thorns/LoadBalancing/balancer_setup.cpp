// SPDX-License-Identifier: Apache-2.0
#include "balancer_setup.hpp"

#include <fmt/format.h>

#include <cardon/services/block_migration.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/thorn/error.hpp>

#include "balancing.hpp"

namespace cardon {

std::string balancer_of(const StepSetup& setup) {
  const std::string name{setup.parameters.get(balance_section, Balancing::balancer)};
  if (name != balance_with_blocks) return name;
  const std::size_t blocks = setup.driver.decomposition().owned.size();
  const auto per_rank = static_cast<int>(blocks / std::size_t(setup.transport.size()));
  const Machine* machine = setup.driver_setup->machine;
  const std::size_t sites = machine == nullptr ? 1 : machine->sites.size();
  const bool moves = offered_by<BlockMigration>(setup.driver) != nullptr;
  return moves && is_balanced(setup.parameters, sites, per_rank) ? "auto" : "none";
}

[[noreturn]] void refuse_driver(const StepSetup& setup, const std::string& name) {
  throw Error({.slug = "balance/driver",
               .message = fmt::format("balance.balancer is {}, but the driver cannot move blocks "
                                      "between ranks",
                                      name),
               .where = setup.parameters.where(balance_section, Balancing::balancer.name()),
               .help = "add GridDriver to thorns, or leave balance.balancer out"});
}

std::shared_ptr<Balancer> make_planner(const StepSetup& setup, const std::string& name,
                                       bool optional) {
  try {
    return setup.make<Balancer>(
        name, setup.parameters.where(balance_section, Balancing::balancer.name()));
  } catch (const Error& error) {
    if (!optional || error.problems().at(0).slug != "registry/no-such-service") throw;
    return nullptr;
  }
}

void open_balancer(Balancer& balancer, const StepSetup& setup) {
  const auto partitioner = [make = setup.make_service](std::string_view name) {
    return std::static_pointer_cast<Partitioner>(make(role_name<Partitioner>, name, {}));
  };
  balancer.open(
      {.parameters = &setup.parameters,
       .seed = static_cast<unsigned>(setup.parameters.get(balance_section, Balancing::seed)),
       .partitioner = partitioner});
}

void warn_of_idle_choice(const StepSetup& setup, const std::string& name) {
  if (name == "auto" || !setup.parameters.given(balance_section, Balancing::choice.name())) return;
  setup.warn({.slug = "balance/choice",
              .message = "balance.choice has no effect: the balancer is " + name,
              .where = setup.parameters.where(balance_section, Balancing::choice.name()),
              .help = "leave it out, or set balance.balancer to auto"});
}

namespace {

// Why a list cannot hold; empty: it can.
std::string idle_mistake(const StepSetup& setup, const std::vector<int>& ranks, bool balances) {
  if (ranks.empty()) return {};
  if (!balances) return "nothing moves blocks in this run";
  const Machine& machine = *setup.driver_setup->machine;
  if (std::string mistake = IdleRanks::mistake(ranks, machine, setup.transport.size());
      !mistake.empty())
    return mistake;
  const auto* migration = offered_by<BlockMigration>(setup.driver);
  return migration == nullptr ? std::string()
                              : IdleRanks::shortage(ranks, machine, setup.driver.decomposition(),
                                                    migration->max_blocks_per_rank());
}

}  // namespace

// A restart may have fewer ranks than the run that wrote the checkpoint, where the list held.
void read_idle_ranks(const StepSetup& setup, bool balances, IdleRanks& idle) {
  const std::string_view name = Balancing::idle_ranks.name();
  if (!setup.parameters.has(balance_section, name)) return;
  std::vector<int> ranks = setup.parameters.get(balance_section, Balancing::idle_ranks);
  const std::string source = setup.parameters.section(balance_section).source(name);
  const bool stored = source.rfind("checkpoint", 0) == 0;
  if (stored) std::erase_if(ranks, [&](int rank) { return rank >= setup.transport.size(); });
  const std::string mistake = idle_mistake(setup, ranks, balances);
  if (mistake.empty()) return idle.set(ranks);
  const Problem problem{
      .slug = "balance/idle-ranks",
      .message = "balance.idle_ranks: " + mistake,
      .where = setup.parameters.where(balance_section, name),
      .help = balances ? "name other ranks, or fewer"
                       : "set balance.balancer, such as auto, on several ranks; or leave it out"};
  if (!stored) throw Error(problem);
  setup.warn(problem);
}

}  // namespace cardon

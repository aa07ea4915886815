// SPDX-License-Identifier: Apache-2.0
// Which balancer plans: at first, and where another one takes over while the run goes on.
#include <fmt/format.h>

#include <cardon/kit/collective_or_throw.hpp>

#include "balancer_setup.hpp"
#include "balancing.hpp"

namespace cardon {
namespace {

/// As lists and reports call it.
std::string title_of(const ParameterSet& parameters, const std::string& balancer) {
  if (balancer != "auto") return balancer;
  return fmt::format("auto ({})", parameters.get(balance_section, Balancing::choice));
}

}  // namespace

void Balancing::choose(const std::string& balancer) {
  automatic_ = balancer == "auto";
  by_trend_ = setup_->parameters.get(balance_section, when) == "trend";
  name_ = title_of(setup_->parameters, balancer);
  const std::string chosen_by{setup_->parameters.get(balance_section, choice)};
  planners_ = Planners(automatic_ ? chosen_by : std::string());
  for (const std::string& one : Planners::names(balancer, chosen_by))
    if (const auto service =
            make_planner(setup_->parameters, setup_->make_service, one, automatic_))
      planners_.add(one, service);
}

void Balancing::open_planners() {
  collective_or_throw(*transport_, [&] {
    if (transport_->rank() != 0) return;
    planners_.prepare();
    planners_.for_each(
        [&](Balancer& one) { open_balancer(one, setup_->parameters, setup_->make_service); });
  });
}

// Of a run that is balanced, and remains so.
std::string Balancing::steered_balancer() const {
  const std::string name{setup_->parameters.get(balance_section, balancer)};
  return name == balance_with_blocks ? "auto" : name;
}

bool Balancing::is_replaced() const {
  const std::string balancer = steered_balancer();
  return title_of(setup_->parameters, balancer) != name_ ||
         (setup_->parameters.get(balance_section, when) == "trend") != by_trend_;
}

// What was measured of machine and loads, and what became of earlier plans, holds for the next
// balancer as well.
void Balancing::exchange() {
  const std::string before = name_;
  asked_ = true;
  choose(steered_balancer());
  open_planners();
  settled_.reset();
  if (!journal_) return;
  by_trend_ ? void(period_.emplace()) : period_.reset();
  if (name_ != before) journal_->taken_over(name_);
}

}  // namespace cardon

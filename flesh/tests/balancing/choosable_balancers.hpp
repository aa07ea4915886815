// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "balancing/balancer_factory.hpp"
#include "balancing/learn_command.hpp"
#include "registry/thorn_library.hpp"

namespace cardon {

/// Strategies to choose from that this build has.
inline NamedBalancers choosable_balancers() {
  static const ThornLibrary library = [] {
    std::vector<Problem> problems;
    return load_thorns(ThornPath({}, {}), {}, problems);
  }();
  NamedBalancers result;
  for (const std::string& name : choosable_strategies())
    if (library.catalogue.find(role_name<Balancer>, name) != nullptr)
      result.emplace_back(name, make_balancer(library.catalogue, name, nullptr, 1));
  return result;
}

}  // namespace cardon

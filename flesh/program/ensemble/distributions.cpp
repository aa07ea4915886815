// SPDX-License-Identifier: Apache-2.0
#include "ensemble/distributions.hpp"

#include "balancing/balancer_factory.hpp"
#include "registry/thorn_library.hpp"

namespace cardon {

const std::vector<std::string>& distributions() {
  static const std::vector<std::string> names{
      "self_scheduling", "none", "random_neighbour", "gradient",     "receiver", "sender", "acwn",
      "tree_walking",    "sbn",  "sbn_cube",         "sbn_heuristic"};
  return names;
}

std::shared_ptr<Balancer> make_distribution(const std::string& name) {
  if (name == "self_scheduling") return nullptr;
  // Code and state of balancers stay with their thorns.
  static const ThornLibrary library = [] {
    std::vector<Problem> problems;
    ThornLibrary loaded = load_thorns(ThornPath({}, {}), {}, problems);
    if (!problems.empty()) throw Error(problems);
    return loaded;
  }();
  return make_balancer(library.catalogue, name, nullptr, 1, {});
}

}  // namespace cardon

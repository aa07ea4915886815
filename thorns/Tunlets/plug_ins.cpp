// SPDX-License-Identifier: Apache-2.0
#include "plug_ins.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "tunlets_reader.hpp"

namespace cardon {
namespace {

std::vector<std::shared_ptr<Tunlet>> make_tunlets(const ParameterSet& parameters,
                                                  const MakeService& make) {
  std::vector<std::shared_ptr<Tunlet>> all;
  const Location& where = parameters.where(tunlets_section, tunlets_run.name());
  std::set<std::string> seen;
  for (const std::string& name : parameters.get(tunlets_section, tunlets_run)) {
    if (!seen.insert(name).second)
      throw Error({.slug = "tunlets/run",
                   .message = fmt::format("tunlets.run names {} twice", name),
                   .where = where,
                   .help = "name it once"});
    all.push_back(std::static_pointer_cast<Tunlet>(make(role_name<Tunlet>, name, where)));
  }
  return all;
}

/// Appends what one tunlet brings; names that another one has brought are problems.
template <class Spec>
void bring(const std::vector<Spec>& own, const char* noun, const std::string& tunlet,
           const Location& where, std::map<std::string, std::string>& owners,
           std::vector<Spec>& all, std::vector<Problem>& problems) {
  for (const Spec& spec : own) {
    const auto [owner, is_new] = owners.try_emplace(spec.name, tunlet);
    if (is_new) {
      all.push_back(spec);
      continue;
    }
    problems.push_back(
        {.slug = fmt::format("tunlets/{}", noun),
         .message = owner->second == tunlet
                        ? fmt::format("tunlet {} brings two {}s {}", tunlet, noun, spec.name)
                        : fmt::format("tunlets {} and {} both bring the {} {}", owner->second,
                                      tunlet, noun, spec.name),
         .where = where,
         .help = "rename one of them in its plug-in"});
  }
}

}  // namespace

PlugIns PlugIns::open(const ParameterSet& parameters, const MakeService& make,
                      std::vector<Problem>& problems) {
  PlugIns all{.names = parameters.get(tunlets_section, tunlets_run),
              .tunlets = make_tunlets(parameters, make),
              .needs = {},
              .own = {}};
  std::map<std::string, std::string> sensors, actuators;
  const Location& where = parameters.where(tunlets_section, tunlets_run.name());
  for (std::size_t n = 0; n < all.tunlets.size(); ++n) {
    const TunletNeeds needs = all.tunlets[n]->open(parameters);
    bring(needs.sensors, "sensor", all.names[n], where, sensors, all.needs.sensors, problems);
    bring(needs.actuators, "actuator", all.names[n], where, actuators, all.needs.actuators,
          problems);
    all.own.push_back(needs);
  }
  return all;
}

}  // namespace cardon

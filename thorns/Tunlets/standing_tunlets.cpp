// SPDX-License-Identifier: Apache-2.0
#include "standing_tunlets.hpp"

#include <algorithm>
#include <utility>

namespace cardon {

using nlohmann::json;
using nlohmann::ordered_json;

const std::vector<StandingTunlets::Entry>& StandingTunlets::all() {
  if (const auto find = std::exchange(find_, nullptr))
    for (StandingTunlet* one : find())
      if (const auto facts = one->facts()) all_.push_back({facts->name, one});
  return all_;
}

bool StandingTunlets::is_one(const MakeService& make, const std::string& name) {
  try {
    const auto service =
        std::static_pointer_cast<StepService>(make(role_name<StepService>, name, {}));
    return dynamic_cast<const StandingTunlet*>(service.get()) != nullptr;
  } catch (const Error&) {
    return false;
  }
}

void StandingTunlets::suspend(const std::vector<std::string>& names) {
  suspended_ = names;
  for (const Entry& one : all())
    one.tunlet->suspend(std::find(names.begin(), names.end(), one.name) != names.end());
}

std::vector<ordered_json> StandingTunlets::take_decisions() {
  std::vector<ordered_json> entries;
  for (const Entry& one : all())
    for (const StandingDecision& decision : one.tunlet->take_decisions())
      entries.push_back({{"tunlet", one.name},
                         {"by", decision.by},
                         {"decided", decision.what},
                         {"why", decision.why}});
  return entries;
}

json StandingTunlets::listed() {
  json list;
  for (const Entry& one : all()) {
    const TunletFacts facts = one.tunlet->facts().value_or(TunletFacts{.name = one.name});
    const bool suspended =
        std::find(suspended_.begin(), suspended_.end(), facts.name) != suspended_.end();
    list.push_back({{"name", facts.name},
                    {"by", facts.by},
                    {"measures", facts.measures},
                    {"judges", facts.judges},
                    {"changes", facts.changes},
                    {"when", facts.when},
                    {"suspended", suspended}});
  }
  return list;
}

}  // namespace cardon

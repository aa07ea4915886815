// SPDX-License-Identifier: Apache-2.0
#include "placement_state.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace cardon {
namespace {

using nlohmann::json;

json boxes_json(const std::vector<Box>& boxes) {
  json list = json::array();
  for (const Box& box : boxes) list.push_back({box.lo, box.hi});
  return list;
}

json sites_json(const Machine& machine) {
  json list = json::array();
  for (const Site& site : machine.sites) list.push_back({site.name, site.ranks});
  return list;
}

}  // namespace

std::string placement_state(const Decomposition& decomposition, const Machine& machine,
                            const std::optional<SiteCut>& cut) {
  json state = {{"boxes", boxes_json(decomposition.owned)},
                {"owners", decomposition.rank_of_block}};
  if (cut)
    state["cut"] = {
        {"sites", sites_json(machine)}, {"speeds", cut->speeds}, {"shares", cut->shares}};
  return state.dump();
}

std::optional<SiteCut> cut_in_state(const std::string& state, const Machine& machine) {
  if (state.empty()) return std::nullopt;
  const json kept = json::parse(state);
  const auto cut = kept.find("cut");
  if (cut == kept.end() || cut->at("sites") != sites_json(machine)) return std::nullopt;
  return SiteCut{cut->at("speeds").get<std::vector<double>>(),
                 cut->at("shares").get<std::vector<double>>()};
}

std::vector<int> owners_in_state(const std::string& state, const Decomposition& decomposition,
                                 int ranks) {
  if (state.empty()) return {};
  const json kept = json::parse(state);
  if (kept.at("boxes") != boxes_json(decomposition.owned)) return {};
  const auto owners = kept.at("owners").get<std::vector<int>>();
  const bool fits = owners.size() == decomposition.owned.size() &&
                    std::all_of(owners.begin(), owners.end(),
                                [&](int rank) { return rank >= 0 && rank < ranks; });
  return fits ? owners : std::vector<int>{};
}

}  // namespace cardon

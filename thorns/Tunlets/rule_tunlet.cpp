// SPDX-License-Identifier: Apache-2.0
#include "rule_tunlet.hpp"

#include <fmt/format.h>

namespace cardon {
namespace {

double value_of(const TunletRule& rule, const TunletWindow& window) {
  if (rule.statistic == "events") return double(window.events(rule.sensor));
  return rule.statistic == "slowest" ? window.slowest(rule.sensor) : window.mean(rule.sensor);
}

}  // namespace

std::vector<TunletAction> RuleTunlet::judge(const TunletWindow& window) {
  std::vector<TunletAction> actions;
  for (std::size_t n = 0; n < rules_.size(); ++n) {
    const TunletRule& rule = rules_[n];
    if (window.events(rule.sensor) == 0 && rule.statistic != "events") continue;
    const double value = value_of(rule, window);
    const bool holds = rule.above > 0 ? value > rule.above : value < rule.below;
    if (holds && !held_[n]) {
      actions.push_back(rule.action);
      actions.back().why =
          fmt::format("{} of {} is {:.4g}, {} {:.4g}", rule.statistic, rule.sensor, value,
                      rule.above > 0 ? "above" : "below", rule.above > 0 ? rule.above : rule.below);
    }
    held_[n] = holds;
  }
  return actions;
}

}  // namespace cardon

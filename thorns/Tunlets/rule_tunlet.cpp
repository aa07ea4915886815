// SPDX-License-Identifier: Apache-2.0
#include "rule_tunlet.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cardon {
namespace {

double value_of(const TunletRule& rule, const TunletWindow& window) {
  if (rule.statistic == "events") return double(window.events(rule.sensor));
  return rule.statistic == "slowest" ? window.slowest(rule.sensor) : window.mean(rule.sensor);
}

/// By which a restart finds the rule again, wherever it stands.
std::string text_of(const TunletRule& rule) {
  return fmt::format("{} of {} {} {}: {} {}", rule.statistic, rule.sensor,
                     rule.above ? "above" : "below", rule.above ? *rule.above : *rule.below,
                     rule.action.actuator, rule.action.value);
}

}  // namespace

std::vector<TunletAction> RuleTunlet::judge(const TunletWindow& window) {
  std::vector<TunletAction> actions;
  for (std::size_t n = 0; n < rules_.size(); ++n) {
    const TunletRule& rule = rules_[n];
    if (window.disabled.contains(rule.sensor)) continue;
    if (window.events(rule.sensor) == 0 && rule.statistic != "events") continue;
    const double value = value_of(rule, window);
    const bool holds = rule.above ? value > *rule.above : value < *rule.below;
    if (holds && !held_[n]) {
      actions.push_back(rule.action);
      actions.back().why =
          fmt::format("{} of {} is {:.4g}, {} {:.4g}", rule.statistic, rule.sensor, value,
                      rule.above ? "above" : "below", rule.above ? *rule.above : *rule.below);
      awaited_[n] = true;
    }
    held_[n] = holds;
  }
  return actions;
}

void RuleTunlet::fired(const TunletAction& action, const std::string&) {
  for (std::size_t n = 0; n < rules_.size(); ++n) {
    const TunletAction& own = rules_[n].action;
    if (own.actuator == action.actuator && own.value == action.value) awaited_[n] = false;
  }
}

std::vector<std::string> RuleTunlet::settled() const {
  std::vector<std::string> all;
  for (std::size_t n = 0; n < rules_.size(); ++n)
    if (held_[n] && !awaited_[n]) all.push_back(text_of(rules_[n]));
  return all;
}

void RuleTunlet::restore(const std::vector<std::string>& settled) {
  for (std::size_t n = 0; n < rules_.size(); ++n)
    held_[n] = std::find(settled.begin(), settled.end(), text_of(rules_[n])) != settled.end();
}

}  // namespace cardon

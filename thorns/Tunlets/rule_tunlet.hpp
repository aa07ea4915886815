// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/tunlet.hpp>
#include <optional>
#include <string>
#include <vector>

namespace cardon {

/// "If the mean of this sensor is above 2 ms, set that to 50."
struct TunletRule {
  std::string sensor, statistic;       // mean, slowest, events
  std::optional<double> above, below;  // one of them
  TunletAction action;
};

/// The tunlet that needs no plug-in: rules of the parameter file. A rule arms its actuator when its
/// condition begins to hold, and again after it has not held.
class RuleTunlet final : public Tunlet {
 public:
  explicit RuleTunlet(std::vector<TunletRule> rules)
      : rules_(std::move(rules)), held_(rules_.size(), false), awaited_(rules_.size(), false) {}
  TunletNeeds open(const ParameterSet&) override { return {}; }
  std::vector<TunletAction> judge(const TunletWindow& window) override;
  void fired(const TunletAction& action, const std::string& refusal) override;
  /// The rules whose condition holds, and whose actions have been carried out or refused: a restart
  /// does not arm them again.
  std::vector<std::string> settled() const;
  void restore(const std::vector<std::string>& settled);

 private:
  std::vector<TunletRule> rules_;
  std::vector<bool> held_, awaited_;  // awaited: armed, and nothing has come of it yet
};

}  // namespace cardon

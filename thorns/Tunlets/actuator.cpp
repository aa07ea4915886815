// SPDX-License-Identifier: Apache-2.0
#include "actuator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "parameter_trial.hpp"

namespace cardon {

std::optional<AuthoredAction> Actuator::arm(TunletAction action, int author) {
  return std::exchange(armed_, AuthoredAction{author, std::move(action)});
}

std::string Actuator::fire(const ParameterSet& parameters) {
  refusal_.clear();
  if (!armed()) return {};
  const bool is_asked = armed_.has_value();
  last_ = is_asked ? *std::exchange(armed_, std::nullopt)
                   : AuthoredAction{-1, {.actuator = spec_.name, .value = {}, .why = {}}};
  if (spec_.kind == ActuatorKind::function) return spec_.function;
  if (spec_.kind == ActuatorKind::switches) return "switch";
  if (spec_.kind == ActuatorKind::value)
    return fmt::format("{}={}", spec_.parameter, last_.action.value);
  const std::string next = next_value(parameters);
  if (!next.empty()) return fmt::format("{}={}", spec_.parameter, next);
  if (is_asked)
    refusal_ =
        fmt::format("its values give no replacement for the current value of {}", spec_.parameter);
  return {};
}

// 0.0370 and 37e-3 are the same number.
std::string Actuator::next_value(const ParameterSet& parameters) {
  if (table_.empty())
    for (const auto& [from, to] : spec_.values)
      table_.push_back({try_parameter(parameters, spec_.parameter, from).value,
                        try_parameter(parameters, spec_.parameter, to).value, to});
  const auto [section, name] = parameter_name(spec_.parameter);
  const AnyValue& now = parameters.section(section).at(name).value;
  const auto entry =
      std::find_if(table_.begin(), table_.end(), [&](const Entry& e) { return e.from == now; });
  return entry == table_.end() || entry->to == now ? "" : entry->text;
}

}  // namespace cardon

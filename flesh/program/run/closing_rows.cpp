// SPDX-License-Identifier: Apache-2.0
#include "run/closing_rows.hpp"

#include <algorithm>
#include <cardon/kit/tuning/rank_report.hpp>
#include <string>
#include <utility>

#include "base/gather_number.hpp"

namespace cardon {

std::vector<TimeRow> closing_rows(Simulation& simulation, const Program& program,
                                  const RunFigures& figures,
                                  const std::vector<StepServices::Report>& services,
                                  Transport& transport) {
  const RunClock& clock = simulation.clock();
  double other = clock.evolution - clock.stepping - simulation.services().idle() -
                 measured_seconds(simulation.evolution_timings());
  std::vector<std::pair<std::string, std::vector<double>>> others;
  const auto add = [&](const std::string& name, double seconds) {
    others.emplace_back(name, gather_number(seconds, transport));
  };
  add("output", clock.output);
  add("output: wait", figures.background.waited);
  add("output: hidden", figures.background.hidden());
  for (const StepServices::Report& service : services) {
    if (service.report.activity.empty()) continue;
    add(service.report.activity, service.report.seconds.value_or(service.seconds));
    other -= service.seconds;
  }
  add("idle (no blocks)", simulation.services().idle());
  if (std::ranges::max(others.back().second) == 0) others.pop_back();
  if (figures.clock.adaptive()) add("adaptive steps", clock.stepping);
  if (simulation.checkpoints().any()) add("checkpoints", clock.checkpoints);
  add("paused", clock.paused);
  if (std::ranges::max(others.back().second) == 0) others.pop_back();
  add("other", other);
  return time_rows(program, figures.ranks, others);
}

}  // namespace cardon

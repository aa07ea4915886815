// SPDX-License-Identifier: Apache-2.0
#include "run_progress.hpp"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

namespace cardon {
namespace {

/// Of "0-3,8".
int count_ranks(const std::string& ranges) {
  int count = 0;
  std::istringstream text(ranges);
  for (std::string range; std::getline(text, range, ',');) {
    const std::size_t dash = range.find('-');
    const int first = std::atoi(range.c_str());
    count += dash == std::string::npos ? 1 : std::atoi(range.c_str() + dash + 1) - first + 1;
  }
  return count;
}

LinkState link_state(const LinkTimings& timings) {
  LinkState link;
  link.name = timings.name;
  link.codec = timings.codec;
  link.lossless = timings.lossless;
  link.depth = timings.depth;
  link.exchanges = timings.exchanges;
  link.messages = timings.messages;
  link.bytes_raw = timings.bytes_raw;
  link.bytes_sent = timings.bytes_sent;
  link.exposed = timings.exposed;
  if (timings.flight > 0) link.hidden = std::clamp(1 - timings.exposed / timings.flight, 0.0, 1.0);
  return link;
}

void add(std::vector<ActivityState>& activities, std::string name, std::optional<long> calls,
         double seconds) {
  if (seconds > 0) activities.push_back({std::move(name), calls, seconds});
}

}  // namespace

std::vector<SiteState> sites_of(const nlohmann::ordered_json& json) {
  std::vector<SiteState> sites;
  for (const auto& [name, ranks] : json.items())
    if (ranks.is_string()) sites.push_back({name, count_ranks(ranks.get<std::string>())});
  return sites;
}

RunProgress::RunProgress(const StepSetup& setup, RunState& state) {
  const ParameterSet& parameters = setup.parameters;
  state.iteration = state.first_iteration = setup.first_iteration;
  state.last_iteration = setup.last_iteration;
  state.time_unit = setup.program.grid.time_unit;
  if (parameters.has("time.stop", "time"))
    state.stop_time = parameters.get<Real>("time.stop", "time");
  if (parameters.has("time.stop", "wall"))
    state.wall_limit = parameters.get<Real>("time.stop", "wall");
  by_time_ = state.stop_time && parameters.get<std::string>("time.adaptive", "by") != "none";
}

void RunProgress::advance(RunState& state, const StepView& step, double now) {
  if (!start_) {
    start_ = now;
    first_time_ = step.time;
  } else if (step.iteration > state.iteration) {
    state.dt = (step.time - state.time) / double(step.iteration - state.iteration);
  }
  state.iteration = step.iteration;
  state.time = step.time;
  state.seconds = now - *start_;
  iterations_.note(now, double(step.iteration));
  times_.note(now, step.time);
  const double rate = by_time_ ? times_.rate() : iterations_.rate();
  const double first = by_time_ ? first_time_ : double(state.first_iteration);
  const double last = by_time_ ? *state.stop_time : double(state.last_iteration);
  const double here = by_time_ ? step.time : double(step.iteration);
  state.done = step.last      ? 1
               : last > first ? std::clamp((here - first) / (last - first), 0.0, 1.0)
                              : 0;
  state.left.reset();
  if (step.last)
    state.left = 0;
  else if (rate > 0)
    state.left = std::max(0.0, last - here) / rate;
  state.step_seconds = iterations_.rate() > 0 ? 1 / iterations_.rate() : 0;
}

void fill_figures(RunState& state, const Program& program, const Timings& timings) {
  state.links.clear();
  for (const LinkTimings& link : timings.links) state.links.push_back(link_state(link));
  state.activities.clear();
  for (std::size_t id = 0; id < timings.tasks.size() && id < program.tasks.size(); ++id) {
    const TaskTimings& task = timings.tasks[id];
    add(state.activities, program.tasks[id].name, task.calls, task.compute + task.boundary);
  }
  for (const LinkTimings& link : timings.links) {
    add(state.activities, "exchange " + link.name + ": pack", {}, link.pack);
    add(state.activities, "exchange " + link.name + ": poll", {}, link.poll);
    add(state.activities, "exchange " + link.name + ": wait", {}, link.wait);
    add(state.activities, "exchange " + link.name + ": unpack", {}, link.unpack);
    add(state.activities, "exchange " + link.name + ": copy", {}, link.copy);
  }
  std::stable_sort(
      state.activities.begin(), state.activities.end(),
      [](const ActivityState& a, const ActivityState& b) { return a.seconds > b.seconds; });
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "task_farm/farm_decision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace cardon {
namespace {

using Action = FarmDecision::Action;

std::vector<int> workers_of(const std::vector<WorkerGroup>& groups) {
  std::vector<int> workers;
  for (const WorkerGroup& group : groups) workers.push_back(group.workers);
  return workers;
}

bool starves(const std::vector<WorkerGroup>& groups) {
  return std::any_of(groups.begin(), groups.end(),
                     [](const WorkerGroup& g) { return g.starves(); });
}

int sum(const std::vector<int>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0);
}

std::string load_text(double load) {
  return fmt::format("the port {} {:.3g} % of its time", load > 1 ? "would need" : "is busy for",
                     100 * load);
}

// A port that is too busy, with the coarsest grain.
FarmDecision release(const FarmState& state, FarmDecision decision) {
  decision.workers = served_workers(state.groups);
  // It cannot serve even one all the time, but one there must be.
  if (sum(decision.workers) == 0) decision.workers.front() = 1;
  const std::vector<int> all = workers_of(state.groups);
  const int before = sum(all), after = sum(decision.workers);
  const std::string knee = fmt::format("the port can serve {} of {} workers", after, before);
  if (after >= before || !state.remaining) {
    decision.reason = knee;
    return decision;
  }
  const double with = state.remaining(all), without = state.remaining(decision.workers);
  decision.reason =
      fmt::format("{}; the rest would take {:.3g} s instead of {:.3g} s", knee, without, with);
  if (without <= (1 + release_tolerance) * with) decision.action = Action::release;
  return decision;
}

// Workers that both the port and the processors can serve.
int addable(const FarmState& state, double load) {
  const WorkerGroup& last = state.groups.back();
  double max_workers = state.obtainable;
  if (last.port > 0) max_workers = std::min(max_workers, (1 - load) * last.knee());
  if (state.cores > 0 && state.cores_per_worker > 0)
    max_workers = std::min(max_workers, state.cores / state.cores_per_worker - last.workers + 0.02);
  return std::max(0, int(max_workers));
}

}  // namespace

const char* action_word(Action action) {
  switch (action) {
    case Action::coarsen:
      return "coarser grains";
    case Action::refine:
      return "finer grains";
    case Action::add:
      return "more workers";
    case Action::release:
      return "fewer workers";
    case Action::keep:
      break;
  }
  return "no change";
}

FarmDecision decide(const FarmState& state) {
  FarmDecision decision{.load = port_load(state.groups)};
  if (state.groups.empty()) return decision;
  const std::string load = load_text(decision.load);
  const bool late = starves(state.groups);
  if (decision.load > 1 || late) {
    if (state.coarser) {
      decision.action = Action::coarsen;
      decision.reason = decision.load > 1 ? load : "grains are done before the next ones arrive";
      return decision;
    }
    if (decision.load > 1) return release(state, std::move(decision));
    decision.reason = "no coarser grain is possible";
    return decision;
  }
  if (const int more = addable(state, decision.load); more > 0) {
    decision.action = Action::add;
    decision.workers = workers_of(state.groups);
    decision.workers.back() += more;
    decision.reason = state.cores > 0 && state.cores_per_worker > 0
                          ? fmt::format("{}, and a worker keeps {:.2g} of {:.3g} cores busy", load,
                                        state.cores_per_worker, state.cores)
                          : load;
    return decision;
  }
  // With some time left, or measurements that differ would make grains finer and coarser in turn.
  constexpr double max_load = 0.95;
  if (!state.finer.empty() && port_load(state.finer) <= max_load && !starves(state.finer)) {
    decision.action = Action::refine;
    decision.reason =
        fmt::format("{}, {:.2g} % with finer grains", load, 100 * port_load(state.finer));
    return decision;
  }
  decision.reason = load;
  return decision;
}

}  // namespace cardon

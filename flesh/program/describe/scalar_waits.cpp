// SPDX-License-Identifier: Apache-2.0
#include "describe/scalar_waits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "describe/tasks_in_order.hpp"

namespace cardon {
namespace {

/// From one end of the chain of sites to the other, in s.
Real chain_latency(const Machine& machine) {
  Real sum = 0;
  for (std::size_t s = 1; s < machine.sites.size(); ++s)
    if (const SiteLink* link = machine.link(int(s) - 1, int(s))) sum += link->latency;
  return sum;
}

std::string latency_text(Real seconds) {
  return seconds > 0 ? fmt::format(", at least {:.3g} ms each time", 1e3 * seconds) : "";
}

std::string way_text(Real latency) {
  return ", after a round trip to rank 0" +
         (latency > 0 ? fmt::format(", which takes at least {:.3g} ms", 2e3 * latency) : "");
}

bool reads_without_lag(const Task& task, const std::set<int>& scalars) {
  return std::any_of(
      task.reads_scalars.begin(), task.reads_scalars.end(),
      [&](const ScalarRead& read) { return read.lag == 0 && scalars.count(read.scalar) > 0; });
}

/// Whether a task of any bin reads one of these scalars without a lag, such as the limit of an
/// adaptive step. The loop then combines it in each step, at the end if no task has needed it.
bool read_without_lag(const Program& program, const std::set<int>& reduced) {
  const auto reads = [&](const Task& task) { return reads_without_lag(task, reduced); };
  const auto scalars_read = [&](const ScalarTask& scalars) { return reads(scalars.task); };
  return std::any_of(program.tasks.begin(), program.tasks.end(), reads) ||
         std::any_of(program.initial_scalars.begin(), program.initial_scalars.end(),
                     scalars_read) ||
         std::any_of(program.step_scalars.begin(), program.step_scalars.end(), scalars_read);
}

/// The tasks of a step before which all ranks combine scalars.
std::vector<std::string> waiting_tasks(const Program& program) {
  std::set<int> reduced;
  std::vector<std::string> names;
  for (const Task* task : tasks_in_order(program, program.step, program.step_scalars)) {
    if (reads_without_lag(*task, reduced)) {
      names.push_back(task->name);
      reduced.clear();
    }
    reduced.insert(task->scalars.begin(), task->scalars.end());
  }
  if (read_without_lag(program, reduced)) names.push_back("the next step");
  return names;
}

/// The smallest lag of scalars: of those that are reduced, where nobody reads the value of the same
/// step.
std::map<int, int> lagging(const Program& program) {
  std::map<int, int> lags;
  const auto note = [&](const Task& task) {
    for (const ScalarRead& read : task.reads_scalars) {
      if (read.lag == 0 && program.scalars[std::size_t(read.scalar)].is_state) continue;
      const auto [known, is_new] = lags.try_emplace(read.scalar, read.lag);
      if (!is_new) known->second = std::min(known->second, read.lag);
    }
  };
  for (const Task& task : program.tasks) note(task);
  for (const ScalarTask& scalars : program.step_scalars) note(scalars.task);
  std::erase_if(lags, [](const auto& entry) { return entry.second == 0; });
  return lags;
}

}  // namespace

std::vector<std::string> scalar_wait_lines(const Program& program, const Machine& machine) {
  std::vector<std::string> lines;
  const Real latency = chain_latency(machine);
  if (const std::vector<std::string> tasks = waiting_tasks(program); !tasks.empty())
    lines.push_back(fmt::format("  all ranks wait for each other {} in a step{}: before {}",
                                tasks.size() == 1 ? "once" : fmt::format("{} times", tasks.size()),
                                latency_text(latency), fmt::join(tasks, ", ")));
  for (const auto& [id, lag] : lagging(program)) {
    const ScalarInfo& scalar = program.scalars[std::size_t(id)];
    const std::string how = scalar.is_state ? ", without a message" : way_text(latency);
    lines.push_back(fmt::format("  {} is read {} step{} later{}", scalar.full_name(), lag,
                                lag == 1 ? "" : "s", how));
  }
  return lines;
}

}  // namespace cardon

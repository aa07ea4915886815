// SPDX-License-Identifier: Apache-2.0
#include "guards/endless_tasks.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "base/host_names.hpp"
#include "restart/last_checkpoint.hpp"

namespace cardon {
namespace {

constexpr double timeouts = 6;  // of the transport: a task is endless that lasts longer

double transport_timeout(const ParameterSet& parameters) {
  return parameters.get<Real>("transport", "timeout");
}

double task_timeout(const ParameterSet& parameters) {
  return parameters.has("health", "task_timeout") ? parameters.get<Real>("health", "task_timeout")
                                                  : timeouts * transport_timeout(parameters);
}

// In one piece, or the words of several ranks get mixed.
void print(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

EndlessTasks::EndlessTasks(const ParameterSet& parameters, Warnings& warnings,
                           const Transport& transport)
    : EndlessTasks(task_timeout(parameters), transport_timeout(parameters), transport.size(),
                   fmt::format("rank {} on {}", transport.rank(), host_name()), warnings) {}

EndlessTasks::EndlessTasks(const ParameterSet& parameters, Warnings& warnings)
    : EndlessTasks(task_timeout(parameters), 0, 1, "this process", warnings) {}

EndlessTasks::EndlessTasks(double timeout, double patience, int ranks, std::string who,
                           Warnings& warnings)
    : timeout_(timeout), patience_(patience), ranks_(ranks), who_(std::move(who)) {
  if (timeout_ == 0 && patience_ == 0) return;
  try {
    watch_.emplace(
        TaskWatch::Limit{patience_, [this](const auto& task, double s) { warn(task, s); }},
        TaskWatch::Limit{timeout_, [this](const auto& task, double s) { end(task, s); }});
  } catch (const std::system_error& refused) {
    warnings.add({.slug = "environment/system",
                  .message = std::string("health.task_timeout has no effect: cannot create "
                                         "another thread: ") +
                             refused.code().message(),
                  .help = "raise the limit (ulimit -u, or that of the control group)"});
  }
}

void EndlessTasks::set_folder(const std::filesystem::path& run) {
  const std::lock_guard lock(mutex_);
  run_ = run;
}

std::string EndlessTasks::where(const RunningTask& task, double seconds) const {
  return fmt::format("{} has been in {} for {:.4g} s", who_, task.name, seconds);
}

void EndlessTasks::warn(const RunningTask& task, double seconds) const {
  const std::string end =
      timeout_ > 0
          ? fmt::format("it ends the run itself after health.task_timeout, {:g} s", timeout_)
          : "without health.task_timeout it is not ended";
  print_warning({.slug = "thorn/endless-task",
                 .message = where(task, seconds),
                 .notes = {fmt::format("in iteration {}", task.iteration)},
                 .help = ranks_ > 1
                             ? "ranks that wait for it end the run after transport.timeout; " + end
                             : end});
}

void EndlessTasks::end(const RunningTask& task, double seconds) {
  Problem problem{.slug = "thorn/endless-task", .message = where(task, seconds)};
  if (task.iteration >= 0) problem.notes = {fmt::format("in iteration {}", task.iteration)};
  problem.notes.push_back(
      fmt::format("health.task_timeout is {:g} s; by default it is {:g} times transport.timeout",
                  timeout_, timeouts));
  problem.help = "look for a loop there that does not end, or raise health.task_timeout";
  bool in_run = false;
  {
    const std::lock_guard lock(mutex_);
    in_run = !run_.empty();
    if (in_run) add_last_checkpoint(run_, problem);
  }
  print("\n" + format_problems({problem}, in_run ? "the run was stopped." : "stopped."));
  std::_Exit(exit_environment);
}

}  // namespace cardon

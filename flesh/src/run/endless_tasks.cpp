// SPDX-License-Identifier: Apache-2.0
#include "run/endless_tasks.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "machine/host_names.hpp"
#include "run/last_checkpoint.hpp"

namespace cardon {
namespace {

// In one piece, or the words of several ranks get mixed.
void print(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

EndlessTasks::EndlessTasks(Setup& setup, const Transport& transport)
    : timeout_(setup.parameters->get<Real>("health", "task_timeout")),
      patience_(transport.size() > 1 ? setup.parameters->get<Real>("transport", "give_up_after")
                                     : 0),
      rank_(fmt::format("rank {} on {}", transport.rank(), host_name())) {
  if (timeout_ == 0 && patience_ == 0) return;
  try {
    watch_.emplace(
        TaskWatch::Limit{patience_, [this](const auto& task, double s) { warn(task, s); }},
        TaskWatch::Limit{timeout_, [this](const auto& task, double s) { end(task, s); }});
  } catch (const std::system_error& refused) {
    setup.warnings.add({.slug = "environment/system",
                        .message = std::string("health.task_timeout has no effect: the system "
                                               "refuses another thread: ") +
                                   refused.code().message(),
                        .help = "raise the limit (ulimit -u, or that of the control group)"});
  }
}

void EndlessTasks::set_folder(const std::filesystem::path& run) {
  const std::lock_guard lock(mutex_);
  run_ = run;
}

std::string EndlessTasks::where(const RunningTask& task, double seconds) const {
  return fmt::format("{} has been in {} for {:.4g} s", rank_, task.name, seconds);
}

void EndlessTasks::warn(const RunningTask& task, double seconds) const {
  const std::string text =
      format_problem({.slug = "thorn/endless-task",
                      .message = where(task, seconds),
                      .notes = {fmt::format("in iteration {}", task.iteration)},
                      .help = "ranks that wait for it end the run after transport.give_up_after"});
  print("\nwarning" + text.substr(text.find(':')));
}

void EndlessTasks::end(const RunningTask& task, double seconds) {
  Problem problem{.slug = "thorn/endless-task", .message = where(task, seconds)};
  problem.notes = {fmt::format("in iteration {}", task.iteration),
                   fmt::format("health.task_timeout is {:g} s", timeout_)};
  problem.help = "look for a loop there that does not end, or raise health.task_timeout";
  {
    const std::lock_guard lock(mutex_);
    add_last_checkpoint(run_, problem);
  }
  print("\n" + format_problems({problem}, "the run was stopped."));
  std::_Exit(exit_environment);
}

}  // namespace cardon

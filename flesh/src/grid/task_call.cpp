// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cardon/error.hpp>
#include <cardon/grid/task_call.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string_view>

namespace cardon {
namespace {

const Task* volatile running_task = nullptr;

constexpr std::array fatal_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL};
std::array<struct sigaction, fatal_signals.size()> actions_before;

struct Running {
  explicit Running(const Task& task) { running_task = &task; }
  ~Running() { running_task = nullptr; }
};

void say(std::string_view text) {
  const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  (void)written;
}

void end_by_exit() {
  if (!running_task) return;
  Problem problem;
  problem.slug = "thorn/exit";
  problem.message = running_task->name + " ended the program";
  problem.notes = {"it called exit, or stop in Fortran; no other rank knows"};
  problem.help = "let a task return; C++ may throw an exception";
  std::fflush(stdout);
  std::fputs(format_problems({problem}, "the run was stopped.").c_str(), stderr);
  std::_Exit(exit_bad_input);
}

// Only what a signal handler may do. Whoever was there before gets the signal afterwards.
void end_by_signal(int signal) {
  for (std::size_t n = 0; n < fatal_signals.size(); ++n)
    if (fatal_signals[n] == signal) sigaction(signal, &actions_before[n], nullptr);
  if (running_task) {
    say("error: the program was ended by a signal within ");
    say(running_task->name);
    say(" [");
    say("thorn/signal");
    say("]\n   help: look for reads and writes beyond an array there\n");
  }
  raise(signal);
}

bool watch_ends() {
  std::atexit(end_by_exit);
#ifndef __SANITIZE_ADDRESS__  // it says more
  struct sigaction action {};
  action.sa_handler = end_by_signal;
  for (std::size_t n = 0; n < fatal_signals.size(); ++n)
    sigaction(fatal_signals[n], &action, &actions_before[n]);
#endif
  return true;
}

Error exception_in(const Task& task, long iteration, const std::string& what) {
  Problem problem;
  problem.slug = "thorn/exception";
  problem.message = fmt::format("{} threw {}", task.name, what);
  problem.notes = {fmt::format("in iteration {}", iteration)};
  problem.help = "it is the thorn that throws it; an Error of Cardon would be printed as it is";
  return Error(problem);
}

}  // namespace

void call_task(const Task& task, Block& block) {
  static const bool watched = watch_ends();
  (void)watched;
  const Running running(task);
  try {
    task.function(block);
  } catch (Error& error) {
    error.in_task();
    throw;
  } catch (const Bug&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& other) {
    throw exception_in(task, block.iteration(), fmt::format("an exception: {}", other.what()))
        .in_task();
  } catch (...) {
    throw exception_in(task, block.iteration(), "something that is no std::exception").in_task();
  }
}

}  // namespace cardon

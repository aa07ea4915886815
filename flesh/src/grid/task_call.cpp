// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cardon/error.hpp>
#include <cardon/grid/task_call.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <new>
#include <string>
#include <string_view>

#include "grid/running_task.hpp"

namespace cardon {
namespace {

// The name of a task or step limit. Ranks may be threads, which only tests do.
std::atomic<const char*> running_name{nullptr};
std::atomic<long> running_iteration{0}, running_call{0};
thread_local bool runs_here = false;

constexpr std::array fatal_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
std::array<struct sigaction, fatal_signals.size()> actions_before;

struct Running {
  Running(const std::string& name, long iteration) {
    running_iteration.store(iteration, std::memory_order_relaxed);
    running_call.store(running_call.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    running_name = name.c_str();
    runs_here = true;
  }
  ~Running() {
    running_name = nullptr;
    runs_here = false;
  }
};

// In one piece, or the words of several ranks get mixed. Only what a signal handler may do.
void say(std::initializer_list<std::string_view> parts) {
  std::array<char, 512> text{};
  std::size_t length = 0;
  for (const std::string_view part : parts)
    length += part.copy(text.data() + length, text.size() - length);
  const ssize_t written = write(STDERR_FILENO, text.data(), length);
  (void)written;
}

void end_by_exit() {
  const char* const name = running_name;
  if (!name || !runs_here) return;
  Problem problem;
  problem.slug = "thorn/exit";
  problem.message = std::string(name) + " ended the program";
  problem.notes = {"it called exit, or stop in Fortran; no other rank knows"};
  problem.help = "let it return; C++ may throw an exception";
  std::fflush(stdout);
  std::fputs(format_problems({problem}, "the run was stopped.").c_str(), stderr);
  std::_Exit(exit_bad_input);
}

// Only what a signal handler may do. Whoever was there before gets the signal afterwards.
void end_by_signal(int signal) {
  for (std::size_t n = 0; n < fatal_signals.size(); ++n)
    if (fatal_signals[n] == signal) sigaction(signal, &actions_before[n], nullptr);
  if (const char* const name = running_name) {
    say({"error: the program was ended by a signal within ", name, " [", "thorn/signal",
         "]\n   help: look for reads and writes beyond an array there\n"});
  }
  raise(signal);
}

bool watch_ends() {
  std::atexit(end_by_exit);
#ifndef CARDON_SANITIZED                   // sanitizers say more
  static std::array<char, 1 << 16> place;  // where the stack itself is at its end
  stack_t stack{};
  stack.ss_sp = place.data();
  stack.ss_size = place.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = end_by_signal;
  action.sa_flags = SA_ONSTACK;
  for (std::size_t n = 0; n < fatal_signals.size(); ++n)
    sigaction(fatal_signals[n], &action, &actions_before[n]);
#endif
  return true;
}

void watch_ends_once() {
  static const bool watched = watch_ends();
  (void)watched;
}

constexpr long before_all = -1;  // iteration of step limits

Error exception_in(const std::string& name, long iteration, const std::string& what) {
  Problem problem;
  problem.slug = "thorn/exception";
  problem.message = fmt::format("{} threw {}", name, what);
  if (iteration != before_all) problem.notes = {fmt::format("in iteration {}", iteration)};
  problem.help = "it is the thorn that throws it; an Error of Cardon would be printed as it is";
  return Error(problem);
}

template <class Call>
auto call_watched(const std::string& name, long iteration, const Call& call) {
  watch_ends_once();
  const Running running(name, iteration);
  try {
    return call();
  } catch (const Error&) {
    throw;
  } catch (const Bug&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& other) {
    throw exception_in(name, iteration, fmt::format("an exception: {}", other.what()));
  } catch (...) {
    throw exception_in(name, iteration, "something that is no std::exception");
  }
}

}  // namespace

RunningTask running_task() {
  const char* const name = running_name;
  return {name, running_iteration, running_call};
}

void call_task(const Task& task, Block& block) {
  try {
    call_watched(task.name, block.iteration(), [&] { task.function(block); });
  } catch (Error& error) {
    error.in_task();
    throw;
  }
}

Real call_step_limit(const std::string& name, const StepLimitFunction& limit, const Block& block) {
  return call_watched(name, before_all, [&] { return limit(block); });
}

}  // namespace cardon

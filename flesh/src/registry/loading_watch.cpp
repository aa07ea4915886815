// SPDX-License-Identifier: Apache-2.0
#include "registry/loading_watch.hpp"

#include <unistd.h>

#include <array>
#include <cardon/thorn/error.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace cardon {
namespace {

thread_local const char* loading = nullptr;  // one thread at a time loads, but others run

constexpr std::array fatal_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
std::array<struct sigaction, fatal_signals.size()> actions_before;

[[noreturn]] void end_with(const std::string& reason) {
  const Problem problem{
      .slug = "registry/thorn-broken",
      .message = std::string("thorn ") + loading + " cannot be loaded",
      .notes = {reason},
      .help = "correct the code that runs when it is loaded, outside of its functions"};
  std::fflush(stdout);
  std::fputs(format_problems({problem}, "nothing was run.").c_str(), stderr);
  std::_Exit(exit_bad_input);
}

void end_by_exception() {
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::exception& thrown) {
    end_with(std::string("one of its constructors threw: ") + thrown.what());
  } catch (...) {
    end_with("one of its constructors threw something that is not a std::exception");
  }
  end_with("one of its constructors called std::terminate");
}

void end_by_exit() {
  if (loading != nullptr) end_with("one of its constructors called exit");
}

void say(std::string_view text) {
  const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  (void)written;
}

// Only what a signal handler may do. Whoever was there before gets the signal afterwards.
void end_by_signal(int signal) {
  for (std::size_t n = 0; n < fatal_signals.size(); ++n)
    if (fatal_signals[n] == signal) sigaction(signal, &actions_before[n], nullptr);
  if (loading != nullptr) {
    say("error: the program was ended by a signal while thorn ");
    say(loading);
    say(" was loaded [");
    say("registry/thorn-broken");
    say("]\n   help: the file may have changed or be damaged: build it again\n");
  }
  raise(signal);
}

std::mutex& one_at_a_time() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

LoadingWatch::LoadingWatch(const std::string& thorn)
    : alone_(one_at_a_time()), before_(std::set_terminate(end_by_exception)) {
  static const bool watches_exit = std::atexit(end_by_exit) == 0;
  (void)watches_exit;
  loading = thorn.c_str();
#ifndef CARDON_SANITIZED  // sanitizers say more
  struct sigaction action {};
  action.sa_handler = end_by_signal;
  for (std::size_t n = 0; n < fatal_signals.size(); ++n)
    sigaction(fatal_signals[n], &action, &actions_before[n]);
#endif
}

LoadingWatch::~LoadingWatch() {
#ifndef CARDON_SANITIZED
  for (std::size_t n = 0; n < fatal_signals.size(); ++n)
    sigaction(fatal_signals[n], &actions_before[n], nullptr);
#endif
  loading = nullptr;
  std::set_terminate(before_);
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "session/signals.hpp"

#include <atomic>
#include <cstring>
#include <ctime>
#include <mutex>

namespace cardon {
namespace {

std::atomic<int> first_signal = 0;
std::atomic<long> first_order = 0;  // SIGTERM or SIGINT; 0: none came
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<long>::is_always_lock_free);
constexpr long second = 1000;
constexpr std::array ignored{SIGPIPE, SIGXFSZ};

// Handlers are the process's, and its ranks may be threads that each have a watch.
std::mutex watching;
int watches = 0;
std::array<struct sigaction, SignalWatch::wishes.size()> wishes_before;
std::array<struct sigaction, ignored.size()> ignored_before;

// In ms.
long now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * second + time.tv_nsec / 1000000;
}

void note(int signal) {
  if (first_signal == 0) first_signal = signal;
  if (signal != SIGTERM && signal != SIGINT) return;
  if (first_order == 0) {
    first_order = now();
  } else if (now() >= first_order + second) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

void handle(int signal, void (*handler)(int), struct sigaction& before) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, &before);
}

}  // namespace

SignalWatch::SignalWatch() {
  const std::lock_guard lock(watching);
  if (watches++ > 0) return;
  first_signal = 0;
  first_order = 0;
  const bool stays = ignores_hangup();
  for (std::size_t n = 0; n < wishes.size(); ++n)
    handle(wishes[n], stays && wishes[n] == SIGHUP ? SIG_IGN : note, wishes_before[n]);
  for (std::size_t n = 0; n < ignored.size(); ++n) handle(ignored[n], SIG_IGN, ignored_before[n]);
}

SignalWatch::~SignalWatch() {
  const std::lock_guard lock(watching);
  if (--watches > 0) return;
  for (std::size_t n = 0; n < wishes.size(); ++n) sigaction(wishes[n], &wishes_before[n], nullptr);
  for (std::size_t n = 0; n < ignored.size(); ++n)
    sigaction(ignored[n], &ignored_before[n], nullptr);
  first_signal = 0;
}

int SignalWatch::caught() { return first_signal; }

bool SignalWatch::ignores_hangup() {
  struct sigaction now {};
  return sigaction(SIGHUP, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace cardon

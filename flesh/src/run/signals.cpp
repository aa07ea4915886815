// SPDX-License-Identifier: Apache-2.0
#include "run/signals.hpp"

#include <cstring>
#include <ctime>

namespace cardon {
namespace {

volatile std::sig_atomic_t first_signal = 0;
volatile long first_order = 0;  // SIGTERM or SIGINT; 0: none came
constexpr long second = 1000;

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
  first_signal = 0;
  first_order = 0;
  const bool stays = ignores_hangup();
  for (std::size_t n = 0; n < wishes.size(); ++n)
    handle(wishes[n], stays && wishes[n] == SIGHUP ? SIG_IGN : note, wishes_before_[n]);
  for (std::size_t n = 0; n < ignored.size(); ++n) handle(ignored[n], SIG_IGN, ignored_before_[n]);
}

SignalWatch::~SignalWatch() {
  for (std::size_t n = 0; n < wishes.size(); ++n) sigaction(wishes[n], &wishes_before_[n], nullptr);
  for (std::size_t n = 0; n < ignored.size(); ++n)
    sigaction(ignored[n], &ignored_before_[n], nullptr);
  first_signal = 0;
}

int SignalWatch::caught() { return first_signal; }

std::string SignalWatch::name(int signal) {
  const char* const name = sigabbrev_np(signal);
  return name == nullptr ? "signal " + std::to_string(signal) : std::string("SIG") + name;
}

bool SignalWatch::ignores_hangup() {
  struct sigaction now {};
  return sigaction(SIGHUP, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace cardon

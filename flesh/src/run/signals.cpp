// SPDX-License-Identifier: Apache-2.0
#include "run/signals.hpp"

#include <csignal>
#include <ctime>

namespace cardon {
namespace {

constexpr int watched[] = {SIGTERM, SIGINT, SIGUSR1};

volatile std::sig_atomic_t first_signal = 0;
volatile long first_time = 0;
constexpr long second = 1000;

// In ms.
long now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * second + time.tv_nsec / 1000000;
}

void note(int signal) {
  if (first_signal == 0) {
    first_time = now();
    first_signal = signal;
  } else if (now() >= first_time + second) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

void handle(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  for (const int signal : watched) sigaction(signal, &action, nullptr);
}

}  // namespace

SignalWatch::SignalWatch() {
  first_signal = 0;
  handle(note);
}

SignalWatch::~SignalWatch() {
  handle(SIG_DFL);
  first_signal = 0;
}

int SignalWatch::caught() { return first_signal; }

const char* SignalWatch::name(int signal) {
  if (signal == SIGTERM) return "SIGTERM";
  return signal == SIGINT ? "SIGINT" : "SIGUSR1";
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "guards/task_watch.hpp"

#include <pthread.h>

#include <algorithm>
#include <cardon/services/timings.hpp>
#include <chrono>
#include <csignal>
#include <utility>

namespace cardon {
namespace {

constexpr double watch_pause = 1, looks_within_a_limit = 10;  // s, -

// Signals are for the thread that runs the steps.
class NoSignals {
 public:
  NoSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~NoSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;

 private:
  sigset_t before_{};
};

double pause_for(double limit) {
  return limit > 0 ? std::min(watch_pause, limit / looks_within_a_limit) : watch_pause;
}

}  // namespace

TaskWatch::TaskWatch(Limit first, Limit second)
    : first_(std::move(first)), second_(std::move(second)), calls_(calls_of_this_thread()) {
  const NoSignals blocked;
  thread_ = std::thread([this] { watch(); });
}

TaskWatch::~TaskWatch() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  ended_.notify_all();
  thread_.join();
}

bool TaskWatch::is_over(double seconds) {
  std::unique_lock lock(mutex_);
  return ended_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return ends_; });
}

void TaskWatch::watch() {
  const double pause = std::min(pause_for(first_.seconds), pause_for(second_.seconds));
  long call = 0;
  double seconds = 0;
  for (double last = seconds_now(); !is_over(pause);) {
    const double now = seconds_now(), before = seconds;
    const RunningTask task = running_task(calls_);
    seconds += std::min(now - last, 2 * pause);
    last = now;
    if (task.name == nullptr || task.call != std::exchange(call, task.call)) {
      seconds = 0;
      continue;
    }
    for (const Limit* limit : {&first_, &second_})
      if (limit->seconds > before && limit->seconds <= seconds) limit->reached(task, seconds);
  }
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "request_threads.hpp"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

namespace cardon {
namespace {

constexpr std::chrono::seconds idle_time{10};
constexpr int lowest_priority = 19;

}  // namespace

// On Linux a priority belongs to a thread.
void become_background_thread() {
  setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), lowest_priority);
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

RequestThreads::RequestThreads(int max_threads, double grace, std::atomic<bool>& left_behind)
    : shared_(std::make_shared<Shared>()), grace_(grace), left_behind_(left_behind) {
  shared_->max_threads = max_threads;
}

RequestThreads::Enqueued RequestThreads::enqueue(std::function<void()> work) {
  const std::lock_guard lock(shared_->mutex);
  shared_->waiting.push_back(std::move(work));
  if (int(shared_->waiting.size()) > shared_->idle && shared_->threads < shared_->max_threads) {
    try {
      std::thread([shared = shared_] { serve(shared); }).detach();
      ++shared_->threads;
    } catch (const std::system_error&) {
      // The system has no more threads: the connection waits for one that is there.
    }
  }
  shared_->changed.notify_one();
  return Enqueued(true);
}

void RequestThreads::serve(const std::shared_ptr<Shared>& shared) {
  become_background_thread();
  std::unique_lock lock(shared->mutex);
  while (true) {
    ++shared->idle;
    const bool busy = shared->changed.wait_for(
        lock, idle_time, [&] { return !shared->waiting.empty() || shared->ending; });
    --shared->idle;
    if (!busy || shared->waiting.empty()) break;
    auto work = std::move(shared->waiting.front());
    shared->waiting.pop_front();
    lock.unlock();
    work();
    work = nullptr;
    lock.lock();
  }
  --shared->threads;
  shared->changed.notify_all();
}

void RequestThreads::shutdown() {
  std::unique_lock lock(shared_->mutex);
  shared_->ending = true;
  shared_->changed.notify_all();
  left_behind_ = !shared_->changed.wait_for(lock, std::chrono::duration<double>(grace_),
                                            [this] { return shared_->threads == 0; });
}

}  // namespace cardon

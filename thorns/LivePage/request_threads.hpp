// SPDX-License-Identifier: Apache-2.0
// The threads of the server.
#pragma once
#include <httplib.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace cardon {

/// Made as connections need them, up to `max_threads`. They run at the lowest priority, take no
/// signals, and end when they have had nothing to do for a while. At shutdown a connection that
/// does not end within `grace` seconds is left behind, and `left_behind` says so: nobody on the
/// other side can hold up the end of a run. What such a connection refers to must stay.
class RequestThreads final : public httplib::TaskQueue {
 public:
  RequestThreads(int max_threads, double grace, std::atomic<bool>& left_behind);
  /// Nothing, or from cpp-httplib 0.15 on whether there is room: always.
  using Enqueued = decltype(std::declval<httplib::TaskQueue&>().enqueue(std::function<void()>()));
  Enqueued enqueue(std::function<void()> work) override;
  void shutdown() override;

 private:
  struct Shared {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::function<void()>> waiting;
    int threads = 0, idle = 0, max_threads = 0;
    bool ending = false;
  };
  static void serve(const std::shared_ptr<Shared>& shared);
  std::shared_ptr<Shared> shared_;
  double grace_;
  std::atomic<bool>& left_behind_;
};

/// Lowest priority, no signals: of the calling thread.
void become_background_thread();

}  // namespace cardon

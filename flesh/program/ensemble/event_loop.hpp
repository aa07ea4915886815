// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>

namespace cardon {

/// Waits for descriptors that can be read or written and for times, in one thread.
class EventLoop {
 public:
  using Action = std::function<void()>;
  void watch(int descriptor, Action readable) { readers_[descriptor] = std::move(readable); }
  void forget(int descriptor) { readers_.erase(descriptor); }
  void watch_writable(int descriptor, Action writable) {
    writers_[descriptor] = std::move(writable);
  }
  void forget_writable(int descriptor) { writers_.erase(descriptor); }
  /// At a time by seconds_now().
  void at(double time, Action action) { timers_.emplace(time, std::move(action)); }
  /// Until `done`, which is asked after each event and at least twice a second.
  void run(const std::function<bool()>& done);

 private:
  using Actions = std::map<int, Action>;
  void wait();
  Actions readers_, writers_;
  std::multimap<double, Action> timers_;
};

}  // namespace cardon

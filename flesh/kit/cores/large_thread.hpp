// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <pthread.h>

#include <functional>

namespace cardon {

/// A thread with as much stack as the main one may have, which thorns may count on: at least 8 MiB;
/// 64 MiB where the main one has no limit.
class LargeThread {
 public:
  /// `work` throws nothing. Throws std::system_error where the system refuses a thread.
  explicit LargeThread(std::function<void()> work);
  LargeThread(LargeThread&& other) noexcept;
  LargeThread& operator=(LargeThread&&) = delete;
  /// It has been joined or left.
  ~LargeThread() = default;

  void join();
  /// It continues alone.
  void leave();

 private:
  pthread_t thread_{};
};

}  // namespace cardon

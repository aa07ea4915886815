// SPDX-License-Identifier: Apache-2.0
// What the threads of a rank collect for one purpose, without waiting for each other.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <utility>

namespace cardon {

/// A number of its own for each thread of the process that asks.
inline std::size_t number_of_this_thread() {
  static std::atomic<std::size_t> threads{0};
  thread_local const std::size_t number = threads.fetch_add(1, std::memory_order_relaxed);
  return number;
}

/// Some T, of which each thread uses one. Threads that follow each other, and those of very large
/// teams, may share one; what matters is the sum of all.
template <class T>
class ThreadShares {
 public:
  /// Calls use(T&) with that of the calling thread, by one thread at a time.
  template <class Use>
  void use(const Use& use) {
    Share& share = shares_[number_of_this_thread() % shares_.size()];
    const std::lock_guard lock(share.using_);
    use(share.value);
  }

  /// Calls visit(T&) with each, while nobody uses one.
  template <class Visit>
  void visit(const Visit& visit) {
    for (Share& share : shares_) visit(share.value);
  }
  template <class Visit>
  void visit(const Visit& visit) const {
    for (const Share& share : shares_) visit(share.value);
  }

 private:
  /// On cache lines of its own.
  struct alignas(64) Share {
    std::mutex using_;
    T value{};
  };

  std::array<Share, 64> shares_;
};

}  // namespace cardon

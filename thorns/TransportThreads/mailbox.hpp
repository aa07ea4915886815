// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace cardon {

/// A message of its own: neither the sender's buffer nor the receiver's has to stay for it.
class Letter {
 public:
  Letter(int from, int tag, std::span<const std::byte> bytes);
  int from() const { return from_; }
  int tag() const { return tag_; }
  std::span<const std::byte> bytes() const { return {bytes_.get(), size_}; }

 private:
  int from_, tag_;
  std::size_t size_;
  std::unique_ptr<std::byte[]> bytes_;
};

/// What others have sent to one rank and it has not yet taken, in the order of sending.
class Mailbox {
 public:
  /// By any thread.
  void put(Letter letter);
  /// Ends the owner's wait, now or the next one. By any thread.
  void ring();

  /// By the owner: all that has come.
  std::vector<Letter> take();
  /// By the owner, without a lock: whether take() would give something.
  bool has_letters() const { return has_letters_.load(std::memory_order_acquire); }
  /// By the owner: until something comes or somebody rings, or for `longest`.
  void wait(std::chrono::duration<double> longest);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Letter> letters_;
  std::atomic<bool> has_letters_ = false;
  bool rung_ = false;
};

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "mailbox.hpp"

namespace cardon {

/// What all ranks say in one collective.
class Gathering {
 public:
  explicit Gathering(int ranks);
  /// Once for each rank; true for the last one.
  bool add(int rank, std::span<const std::byte> bytes);
  bool is_complete() const { return missing_.load(std::memory_order_acquire) == 0; }
  /// Who has said nothing so far, in ascending order.
  std::vector<int> missing() const;
  /// In the order of ranks. Once it is complete.
  const std::vector<std::vector<std::byte>>& said() const { return said_; }

 private:
  std::vector<std::vector<std::byte>> said_;
  std::unique_ptr<std::atomic<bool>[]> has_said_;
  std::atomic<int> missing_;
};

/// What the ranks of one run share. Every member may be called by all of them at once.
class ThreadWorld {
 public:
  explicit ThreadWorld(int ranks);

  int size() const { return size_; }
  /// Throws Bug if there is no such rank.
  Mailbox& mailbox(int rank);

  /// Joins the collective of this number, which counts those of each rank.
  std::shared_ptr<const Gathering> say(int rank, long number, std::span<const std::byte> bytes);

  /// A heartbeat of a rank, and how many it has given.
  void look(int rank) { signs_[rank].fetch_add(1, std::memory_order_relaxed); }
  unsigned long looks(int rank) const { return signs_[rank].load(std::memory_order_relaxed); }

  /// The first call counts; ends all waits.
  void fail(int rank);
  /// Below 0: none.
  int failed() const { return failed_.load(std::memory_order_acquire); }

 private:
  void ring_all();

  int size_;
  std::unique_ptr<Mailbox[]> mailboxes_;
  std::unique_ptr<std::atomic<unsigned long>[]> signs_;
  std::atomic<int> failed_ = -1;
  std::mutex mutex_;
  std::map<long, std::shared_ptr<Gathering>> gatherings_;  // those that are not complete
};

}  // namespace cardon

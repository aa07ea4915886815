// SPDX-License-Identifier: Apache-2.0
#include "thread_world.hpp"

#include <cardon/thorn/error.hpp>

namespace cardon {

Gathering::Gathering(int ranks)
    : said_(std::size_t(ranks)),
      has_said_(std::make_unique<std::atomic<bool>[]>(std::size_t(ranks))),
      missing_(ranks) {}

bool Gathering::add(int rank, std::span<const std::byte> bytes) {
  said_[std::size_t(rank)].assign(bytes.begin(), bytes.end());
  has_said_[std::size_t(rank)] = true;
  return missing_.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

std::vector<int> Gathering::missing() const {
  std::vector<int> ranks;
  for (std::size_t rank = 0; rank < said_.size(); ++rank)
    if (!has_said_[rank]) ranks.push_back(int(rank));
  return ranks;
}

ThreadWorld::ThreadWorld(int ranks)
    : size_(ranks),
      mailboxes_(std::make_unique<Mailbox[]>(std::size_t(ranks))),
      signs_(std::make_unique<std::atomic<unsigned long>[]>(std::size_t(ranks))) {}

Mailbox& ThreadWorld::mailbox(int rank) {
  if (rank < 0 || rank >= size_) throw Bug("a message to or from a rank that does not exist");
  return mailboxes_[std::size_t(rank)];
}

std::shared_ptr<const Gathering> ThreadWorld::say(int rank, long number,
                                                  std::span<const std::byte> bytes) {
  std::shared_ptr<Gathering> gathering;
  {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Gathering>& known = gatherings_[number];
    if (known == nullptr) known = std::make_shared<Gathering>(size_);
    gathering = known;
  }
  if (!gathering->add(rank, bytes)) return gathering;
  {
    const std::lock_guard lock(mutex_);
    gatherings_.erase(number);
  }
  ring_all();
  return gathering;
}

void ThreadWorld::fail(int rank) {
  int none = -1;
  if (failed_.compare_exchange_strong(none, rank)) ring_all();
}

void ThreadWorld::ring_all() {
  for (int rank = 0; rank < size_; ++rank) mailboxes_[std::size_t(rank)].ring();
}

}  // namespace cardon

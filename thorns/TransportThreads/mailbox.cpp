// SPDX-License-Identifier: Apache-2.0
#include "mailbox.hpp"

#include <algorithm>
#include <utility>

namespace cardon {

Letter::Letter(int from, int tag, std::span<const std::byte> bytes)
    : from_(from),
      tag_(tag),
      size_(bytes.size()),
      bytes_(std::make_unique_for_overwrite<std::byte[]>(bytes.size())) {
  std::copy(bytes.begin(), bytes.end(), bytes_.get());
}

void Mailbox::put(Letter letter) {
  {
    const std::lock_guard lock(mutex_);
    letters_.push_back(std::move(letter));
    has_letters_.store(true, std::memory_order_release);
  }
  changed_.notify_one();
}

void Mailbox::ring() {
  {
    const std::lock_guard lock(mutex_);
    rung_ = true;
  }
  changed_.notify_one();
}

std::vector<Letter> Mailbox::take() {
  const std::lock_guard lock(mutex_);
  has_letters_.store(false, std::memory_order_release);
  return std::exchange(letters_, {});
}

void Mailbox::wait(std::chrono::duration<double> longest) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, longest, [this] { return rung_ || !letters_.empty(); });
  rung_ = false;
}

}  // namespace cardon

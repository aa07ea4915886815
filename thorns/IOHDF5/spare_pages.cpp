// SPDX-License-Identifier: Apache-2.0
#include "spare_pages.hpp"

#include <algorithm>
#include <utility>

namespace cardon {

std::shared_ptr<SparePages> SparePages::of_process() {
  static std::mutex mutex;
  static std::weak_ptr<SparePages> all;
  const std::lock_guard lock(mutex);
  std::shared_ptr<SparePages> pages = all.lock();
  if (!pages) all = pages = std::make_shared<SparePages>();
  return pages;
}

PageBytes SparePages::take(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  PageBytes pages = fitting(bytes);
  pages.resize(bytes);
  out_ += pages.capacity();
  max_out_ = std::max(max_out_, out_);
  while (!spare_.empty() && kept_ + out_ > max_out_) {
    kept_ -= spare_.back().capacity();
    spare_.pop_back();
  }
  return pages;
}

// The smallest one, if less than half of it stays unused.
PageBytes SparePages::fitting(std::size_t bytes) {
  auto best = spare_.end();
  for (auto it = spare_.begin(); it != spare_.end(); ++it)
    if (it->capacity() >= bytes && it->capacity() / 2 < bytes &&
        (best == spare_.end() || it->capacity() < best->capacity()))
      best = it;
  if (best == spare_.end()) return {};
  kept_ -= best->capacity();
  PageBytes pages = std::move(*best);
  spare_.erase(best);
  return pages;
}

void SparePages::give(PageBytes pages) {
  if (pages.capacity() == 0) return;
  const std::lock_guard lock(mutex_);
  out_ -= pages.capacity();
  kept_ += pages.capacity();
  spare_.push_back(std::move(pages));
}

std::size_t SparePages::kept() const {
  const std::lock_guard lock(mutex_);
  return kept_;
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "outbox.hpp"

#include <span>
#include <utility>

namespace cardon::grid_driver {

std::vector<std::byte> Outbox::buffer(std::size_t bytes) {
  std::vector<std::byte> buffer;
  if (free_.empty()) sweep();
  if (!free_.empty()) {
    buffer = std::move(free_.back());
    free_.pop_back();
  }
  buffer.resize(bytes);
  return buffer;
}

void Outbox::send(int rank, int tag, std::vector<std::byte> message) {
  sending_.push_back({0, std::move(message)});
  sending_.back().request = transport_.send(rank, tag, sending_.back().message);
}

void Outbox::sweep() {
  std::size_t kept = 0;
  for (Sending& sending : sending_) {
    const std::span request(&sending.request, 1);
    if (transport_.test(request)) {
      transport_.wait(request);
      free_.push_back(std::move(sending.message));
    } else {
      if (&sending != &sending_[kept]) sending_[kept] = std::move(sending);
      ++kept;
    }
  }
  sending_.resize(kept);
}

void Outbox::finish() {
  for (Sending& sending : sending_) transport_.wait(std::span(&sending.request, 1));
  sending_.clear();
}

}  // namespace cardon::grid_driver

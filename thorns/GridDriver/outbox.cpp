// SPDX-License-Identifier: Apache-2.0
#include "outbox.hpp"

#include <utility>

namespace cardon::grid_driver {
namespace {

constexpr std::size_t slack = 1024;
constexpr std::size_t max_failed_tests = 8;

}  // namespace

std::vector<std::byte> Outbox::buffer(std::size_t bytes) {
  if (const auto found = fitting(bytes); found != free_.end()) return take(found, bytes);
  reap_sends();
  if (const auto found = fitting(bytes); found != free_.end()) return take(found, bytes);
  return std::vector<std::byte>(bytes);
}

void Outbox::provide(std::span<const std::size_t> messages) {
  std::vector<std::vector<std::byte>> buffers;
  for (const std::size_t bytes : messages) buffers.push_back(buffer(bytes));
  for (std::vector<std::byte>& buffer : buffers) keep(std::move(buffer));
}

void Outbox::keep(std::vector<std::byte> buffer) {
  const std::size_t capacity = buffer.capacity();
  free_.emplace(capacity, std::move(buffer));
}

// The smallest one with room, unless it is far too large: pieces leave long messages theirs.
Outbox::Buffers::iterator Outbox::fitting(std::size_t bytes) {
  const auto found = free_.lower_bound(bytes);
  return found != free_.end() && found->first <= 2 * bytes + slack ? found : free_.end();
}

std::vector<std::byte> Outbox::take(Buffers::iterator place, std::size_t bytes) {
  std::vector<std::byte> buffer = std::move(place->second);
  free_.erase(place);
  buffer.resize(bytes);
  return buffer;
}

void Outbox::send(int rank, int tag, std::vector<std::byte> message) {
  sending_.push_back({0, std::move(message)});
  sending_.back().request = transport_.send(rank, tag, sending_.back().message);
}

// Messages leave about in the order in which they were given, and a question costs a look at the
// network; so a few that have not left are enough to stop asking.
void Outbox::reap_sends() {
  std::size_t kept = 0;
  for (Sending& sending : sending_) {
    const std::span request(&sending.request, 1);
    if (kept < max_failed_tests && transport_.test(request)) {
      transport_.wait(request);
      keep(std::move(sending.message));
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

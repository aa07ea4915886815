// SPDX-License-Identifier: Apache-2.0
#include "row_relay.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <utility>

namespace cardon {
namespace {

constexpr std::size_t length_bytes = sizeof(std::uint64_t);
constexpr std::size_t max_text = 8192;  // of one message

std::vector<std::byte> message_of(std::string_view text) {
  std::vector<std::byte> message(length_bytes + text.size());
  const std::uint64_t size = text.size();
  std::memcpy(message.data(), &size, length_bytes);
  std::transform(text.begin(), text.end(), message.begin() + length_bytes,
                 [](char c) { return std::byte(c); });
  return message;
}

std::string text_of(const std::vector<std::byte>& message) {
  std::uint64_t size = 0;
  std::memcpy(&size, message.data(), length_bytes);
  std::string text(std::min<std::size_t>(size, max_text), ' ');
  std::memcpy(text.data(), message.data() + length_bytes, text.size());
  return text;
}

/// For buffers of a run that ended early: a message may still arrive in them.
void keep_for_ever(std::unique_ptr<std::vector<std::byte>> buffer) {
  static std::mutex mutex;
  static auto* const kept = new std::vector<std::unique_ptr<std::vector<std::byte>>>;
  const std::scoped_lock lock(mutex);
  kept->push_back(std::move(buffer));
}

}  // namespace

RowRelay::RowRelay(Transport& transport, int tag, const std::vector<int>& from)
    : transport_(transport), tag_(tag) {
  sends_ = std::count(from.begin(), from.end(), transport.rank()) > 0;
  if (transport.rank() != 0) return;
  for (const int rank : from) {
    sources_.push_back({rank, 0, std::make_unique<Buffer>(length_bytes + max_text)});
    post(sources_.back());
  }
}

RowRelay::~RowRelay() {
  for (Source& source : sources_) keep_for_ever(std::move(source.buffer));
  if (!sent_.empty()) keep_for_ever(std::make_unique<Buffer>(std::move(leaving_)));
}

void RowRelay::post(Source& source) {
  source.request = transport_.post_receive(source.rank, tag_, *source.buffer);
}

void RowRelay::send(std::string_view rows) {
  if (sends_) unsent_ += rows;
}

void RowRelay::send_next() {
  if (!transport_.test(sent_)) return;
  transport_.wait(sent_);
  sent_.clear();
  if (unsent_.empty()) return;
  // Whole lines, unless one is longer than a message.
  std::size_t size = std::min(unsent_.size(), max_text);
  if (const std::size_t end = unsent_.rfind('\n', size - 1); end != unsent_.npos) size = end + 1;
  leaving_ = message_of(std::string_view(unsent_).substr(0, size));
  unsent_.erase(0, size);
  sent_.push_back(transport_.send(0, tag_, leaving_));
}

std::string RowRelay::progress() {
  std::string rows;
  if (sends_) send_next();
  for (Source& source : sources_)
    if (!source.ended && transport_.test(std::array{source.request})) rows += receive(source);
  return rows;
}

// The last message of each rank is empty.
std::string RowRelay::receive(Source& source) {
  transport_.wait(std::array{source.request});
  std::string text = text_of(*source.buffer);
  source.ended = text.empty();
  if (!source.ended) post(source);
  return text;
}

void RowRelay::close() {
  if (sends_) {
    transport_.wait(sent_);
    leaving_ = message_of("");
    transport_.wait(std::array{transport_.send(0, tag_, leaving_)});
    sent_.clear();
    sends_ = false;
  }
  for (Source& source : std::exchange(sources_, {}))
    while (!source.ended) receive(source);
}

}  // namespace cardon

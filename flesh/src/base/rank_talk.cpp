// SPDX-License-Identifier: Apache-2.0
#include "base/rank_talk.hpp"

#include <cstdint>
#include <cstring>
#include <utility>

#include "cardon/error.hpp"

namespace cardon {
namespace {

std::vector<std::byte> content(std::span<const std::byte> message) {
  std::uint64_t size = 0;
  std::memcpy(&size, message.data(), sizeof(size));
  const auto bytes = message.subspan(sizeof(size), size);
  return {bytes.begin(), bytes.end()};
}

}  // namespace

RankTalk::RankTalk(Transport& transport, Subject subject, std::size_t capacity)
    : transport_(transport),
      report_tag_(static_cast<int>(subject)),
      answer_tag_(report_tag_ + 1),
      capacity_(capacity + sizeof(std::uint64_t)) {}

// Behind its own length, since a receiver does not learn it.
std::vector<std::byte> RankTalk::framed(std::vector<std::byte> bytes) const {
  const std::uint64_t size = bytes.size();
  std::vector<std::byte> message(sizeof(size) + bytes.size());
  if (message.size() > capacity_) throw Bug("a message to rank 0 or from it is longer than foreseen");
  std::memcpy(message.data(), &size, sizeof(size));
  std::copy(bytes.begin(), bytes.end(), message.begin() + sizeof(size));
  return message;
}

void RankTalk::finish() {
  transport_.wait(sent_);
  sent_.clear();
}

void RankTalk::report(std::vector<std::byte> bytes) {
  finish();
  if (leads()) {
    own_ = std::move(bytes);
    incoming_.resize(static_cast<std::size_t>(transport_.size()) - 1);
    for (int rank = 1; rank < transport_.size(); ++rank) {
      auto& buffer = incoming_[static_cast<std::size_t>(rank) - 1];
      buffer.resize(capacity_);
      expected_.push_back(transport_.post_receive(rank, report_tag_, buffer));
    }
    return;
  }
  incoming_.assign(1, std::vector<std::byte>(capacity_));
  expected_.push_back(transport_.post_receive(0, answer_tag_, incoming_.front()));
  outgoing_ = framed(std::move(bytes));
  sent_.push_back(transport_.send(0, report_tag_, outgoing_));
}

std::vector<std::vector<std::byte>> RankTalk::collect() {
  std::vector<std::vector<std::byte>> all{std::move(own_)};
  for (const auto& message : incoming_) all.push_back(content(message));
  return all;
}

std::optional<std::vector<std::vector<std::byte>>> RankTalk::reports() {
  if (!transport_.test(expected_)) return {};
  return wait_for_reports();
}

std::vector<std::vector<std::byte>> RankTalk::wait_for_reports() {
  transport_.wait(expected_);
  expected_.clear();
  return collect();
}

void RankTalk::answer(std::vector<std::byte> bytes) {
  finish();
  outgoing_ = framed(bytes);
  answer_ = std::move(bytes);
  for (int rank = 1; rank < transport_.size(); ++rank)
    sent_.push_back(transport_.send(rank, answer_tag_, outgoing_));
}

bool RankTalk::has_answer() { return leads() ? !answer_.empty() : transport_.test(expected_); }

std::vector<std::byte> RankTalk::wait_for_answer() {
  if (leads()) return std::exchange(answer_, {});
  transport_.wait(expected_);
  expected_.clear();
  finish();
  return content(incoming_.front());
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include <cardon/kit/agreement.hpp>
#include <cardon/thorn/error.hpp>
#include <cstdint>
#include <cstring>
#include <utility>

namespace cardon {
namespace {

Agreement::Bytes content(std::span<const std::byte> message) {
  std::uint64_t size = 0;
  std::memcpy(&size, message.data(), sizeof(size));
  const auto bytes = message.subspan(sizeof(size), size);
  return {bytes.begin(), bytes.end()};
}

}  // namespace

Agreement::Agreement(Transport& transport, int tag, std::size_t capacity, Answer answer)
    : transport_(transport),
      report_tag_(tag),
      answer_tag_(tag + 1),
      capacity_(capacity + sizeof(std::uint64_t)),
      make_answer_(std::move(answer)) {}

// Behind its own length, since a receiver does not learn it.
Agreement::Bytes Agreement::framed(const Bytes& bytes) const {
  const std::uint64_t size = bytes.size();
  Bytes message(sizeof(size) + bytes.size());
  if (message.size() > capacity_)
    throw Bug("a message to rank 0 or from it is longer than its buffer");
  std::memcpy(message.data(), &size, sizeof(size));
  std::copy(bytes.begin(), bytes.end(), message.begin() + sizeof(size));
  return message;
}

void Agreement::report(Bytes bytes) {
  if (open_) throw Bug("a report before the last round was concluded");
  transport_.wait(sent_);
  sent_.clear();
  open_ = true;
  if (leads()) {
    own_ = std::move(bytes);
    expect_reports();
    return;
  }
  incoming_.assign(1, Bytes(capacity_));
  expected_.push_back(transport_.post_receive(0, answer_tag_, incoming_.front()));
  outgoing_ = framed(bytes);
  sent_.push_back(transport_.send(0, report_tag_, outgoing_));
}

void Agreement::expect_reports() {
  incoming_.resize(std::size_t(transport_.size()) - 1);
  for (int rank = 1; rank < transport_.size(); ++rank) {
    Bytes& buffer = incoming_[std::size_t(rank) - 1];
    buffer.resize(capacity_);
    expected_.push_back(transport_.post_receive(rank, report_tag_, buffer));
  }
}

void Agreement::progress() {
  if (open_ && leads()) lead(false);
}

void Agreement::lead(bool wait) {
  if (answer_ || !collect(wait)) return;
  answer_ = make_answer_(*reports_, wait);
  if (!answer_) return;
  transport_.wait(sent_);
  sent_.clear();
  outgoing_ = framed(*answer_);
  for (int rank = 1; rank < transport_.size(); ++rank)
    sent_.push_back(transport_.send(rank, answer_tag_, outgoing_));
}

/// Whether the reports of all ranks are there.
bool Agreement::collect(bool wait) {
  if (reports_) return true;
  if (!wait && !transport_.test(expected_)) return false;
  transport_.wait(expected_);
  expected_.clear();
  reports_.emplace({std::move(own_)});
  for (const Bytes& message : incoming_) reports_->push_back(content(message));
  return true;
}

bool Agreement::has_answer() { return leads() ? answer_.has_value() : transport_.test(expected_); }

Agreement::Bytes Agreement::conclude(const std::function<void()>& finish) {
  if (!open_) throw Bug("a round is concluded that has not begun");
  progress();
  if (finish && !has_answer()) finish();
  open_ = false;
  if (leads()) {
    lead(true);
    if (!answer_) throw Bug("rank 0 waited for an answer, but there is none");
    reports_.reset();
    return *std::exchange(answer_, {});
  }
  transport_.wait(expected_);
  expected_.clear();
  transport_.wait(sent_);
  sent_.clear();
  return content(incoming_.front());
}

void Agreement::close() {
  if (open_) conclude();
  transport_.wait(sent_);
  sent_.clear();
}

}  // namespace cardon

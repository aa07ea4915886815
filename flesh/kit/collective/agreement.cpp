// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/agreement.hpp>
#include <cardon/thorn/error.hpp>
#include <cstdint>
#include <cstring>
#include <utility>

namespace cardon {
namespace {

using Length = std::uint64_t;

/// Before the report of a rank.
struct ReportHead {
  std::int64_t rank;
  Length bytes;
};

template <class T>
void put(Agreement::Bytes& to, const T& value) {
  const std::size_t before = to.size();
  to.resize(before + sizeof value);  // insert() of a range draws false warnings from g++ 12
  std::memcpy(to.data() + before, &value, sizeof value);
}

template <class T>
T take(std::span<const std::byte>& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes = bytes.subspan(sizeof value);
  return value;
}

// Behind its own length, since a receiver does not learn it.
Agreement::Bytes framed(std::span<const std::byte> bytes, std::size_t max_bytes) {
  Agreement::Bytes message;
  if (sizeof(Length) + bytes.size() > max_bytes)
    throw Bug("a message to rank 0 or from it is longer than its buffer");
  message.reserve(sizeof(Length) + bytes.size());
  put(message, Length(bytes.size()));
  message.insert(message.end(), bytes.begin(), bytes.end());
  return message;
}

std::span<const std::byte> content(std::span<const std::byte> message) {
  const auto size = take<Length>(message);
  return message.first(size);
}

Agreement::Reports reports_by_rank(std::span<const std::byte> collection, int ranks) {
  Agreement::Reports reports{std::size_t(ranks)};
  while (!collection.empty()) {
    const auto head = take<ReportHead>(collection);
    const auto report = collection.first(head.bytes);
    reports.at(std::size_t(head.rank)).assign(report.begin(), report.end());
    collection = collection.subspan(head.bytes);
  }
  return reports;
}

}  // namespace

Agreement::Agreement(Transport& transport, int tag, std::size_t capacity, Answer answer,
                     const std::vector<std::vector<int>>& sites)
    : transport_(transport),
      report_tag_(tag),
      answer_tag_(tag + 1),
      capacity_(capacity),
      make_answer_(std::move(answer)) {
  find_route(sites);
}

void Agreement::find_route(const std::vector<std::vector<int>>& sites) {
  const int own = transport_.rank();
  if (sites.empty()) {
    for (int rank = 1; leads() && rank < transport_.size(); ++rank) reporters_.push_back({rank});
    return;
  }
  for (const std::vector<int>& site : sites) {
    if (site.empty()) continue;
    const int first = *std::min_element(site.begin(), site.end());
    const bool is_own = std::find(site.begin(), site.end(), own) != site.end();
    if (is_own && own != first) above_ = first;
    if (is_own && own == first) lead_site(site);
    if (!is_own && leads()) reporters_.push_back({first, site.size()});
  }
}

void Agreement::lead_site(const std::vector<int>& site) {
  site_ranks_ = site.size();
  for (const int rank : site)
    if (rank != transport_.rank()) reporters_.push_back({rank});
}

std::size_t Agreement::buffer_size(std::size_t reports) const {
  return sizeof(Length) + reports * (sizeof(ReportHead) + capacity_);
}

void Agreement::report(Bytes bytes) {
  if (open_) throw Bug("a report before the last round was concluded");
  transport_.wait(sent_);
  sent_.clear();
  if (bytes.size() > capacity_)
    throw Bug("a message to rank 0 or from it is longer than its buffer");
  open_ = true;
  collected_ = passed_on_ = false;
  collection_.clear();
  put(collection_, ReportHead{transport_.rank(), bytes.size()});
  collection_.insert(collection_.end(), bytes.begin(), bytes.end());
  answer_message_.assign(leads() ? 0 : sizeof(Length) + capacity_, std::byte{});
  if (!leads()) expected_answer_ = {transport_.post_receive(above_, answer_tag_, answer_message_)};
  expect_reports();
  if (reporters_.empty() && !leads()) pass_on(false);
}

void Agreement::expect_reports() {
  incoming_.resize(reporters_.size());
  for (std::size_t n = 0; n < reporters_.size(); ++n) {
    incoming_[n].resize(buffer_size(reporters_[n].ranks));
    expected_reports_.push_back(
        transport_.post_receive(reporters_[n].rank, report_tag_, incoming_[n]));
  }
}

void Agreement::progress() {
  if (!needs_progress()) return;
  if (leads())
    lead(false);
  else
    pass_on(false);
}

void Agreement::lead(bool wait) {
  if (answer_ || !collect(wait)) return;
  if (!reports_) reports_ = reports_by_rank(collection_, transport_.size());
  answer_ = make_answer_(*reports_, wait);
  if (!answer_) return;
  answer_message_ = framed(*answer_, sizeof(Length) + capacity_);
  answer_reporters();
}

// Reports to the rank above, and its answer to the ranks below.
void Agreement::pass_on(bool wait) {
  if (!collected_) {
    if (!collect(wait)) return;
    collection_ = framed(collection_, buffer_size(site_ranks_));
    sent_.push_back(transport_.send(above_, report_tag_, collection_));
  }
  if (passed_on_ || (!wait && !transport_.test(expected_answer_))) return;
  transport_.wait(expected_answer_);
  answer_reporters();
}

void Agreement::answer_reporters() {
  const auto message = std::span<const std::byte>(answer_message_);
  const std::size_t size = sizeof(Length) + content(message).size();
  for (const Reporter& reporter : reporters_)
    sent_.push_back(transport_.send(reporter.rank, answer_tag_, message.first(size)));
  passed_on_ = true;
}

/// Whether the reports of all reporters are there.
bool Agreement::collect(bool wait) {
  if (collected_) return true;
  if (!wait && !transport_.test(expected_reports_)) return false;
  transport_.wait(expected_reports_);
  expected_reports_.clear();
  for (const Bytes& message : incoming_) {
    const std::span<const std::byte> reports = content(message);
    collection_.insert(collection_.end(), reports.begin(), reports.end());
  }
  return collected_ = true;
}

bool Agreement::has_answer() {
  return leads() ? answer_.has_value() : passed_on_ || transport_.test(expected_answer_);
}

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
  pass_on(true);
  expected_answer_.clear();
  const std::span<const std::byte> answer = content(answer_message_);
  return {answer.begin(), answer.end()};
}

void Agreement::close() {
  if (open_) conclude();
  transport_.wait(sent_);
  sent_.clear();
}

}  // namespace cardon

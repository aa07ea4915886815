// SPDX-License-Identifier: Apache-2.0
#include "checkpoint_committer.hpp"

#include <algorithm>
#include <cardon/kit/background.hpp>
#include <cardon/kit/checkpoint/durable_file.hpp>
#include <cardon/kit/message_tags.hpp>
#include <cardon/thorn/error.hpp>
#include <cstring>
#include <exception>
#include <set>
#include <utility>

#include "commit_checkpoint.hpp"
#include "ready_future.hpp"

namespace cardon {
namespace {

constexpr std::size_t answer_bytes = 512;

std::vector<std::byte> answer(const std::string& failure) {
  std::vector<std::byte> bytes(answer_bytes);
  std::memcpy(bytes.data(), failure.data(), std::min(failure.size(), answer_bytes - 1));
  return bytes;
}

/// With the folders that have their names.
void flush_tables(const std::filesystem::path& run, const std::vector<std::string>& tables) {
  std::set<std::filesystem::path> folders;
  for (const std::string& table : tables) {
    DurableFile(run / table, DurableFile::for_reading).flush();
    folders.insert((run / table).parent_path());
  }
  for (const std::filesystem::path& folder : folders) flush_folder(folder);
}

// What cannot be complete where rank 0 is is complete nowhere. Elsewhere its files stay.
std::string carry_out(const std::filesystem::path& folder, long iteration,
                      const std::string& manifest, const std::vector<std::string>& tables, int keep,
                      bool leads) {
  if (manifest.empty()) {
    discard_checkpoint(folder, iteration);
    return "";
  }
  std::string failure;
  try {
    flush_tables(folder.parent_path(), tables);
    commit_checkpoint(folder, iteration, manifest, keep);
    return "";
  } catch (const Error& error) {
    failure = error.problems().front().message;
  } catch (const std::exception& error) {
    failure = error.what();
  }
  if (leads) discard_checkpoint(folder, iteration);
  return failure;
}

}  // namespace

CheckpointCommitter::CheckpointCommitter(Transport& transport, std::filesystem::path folder,
                                         int keep, std::vector<int> others)
    : transport_(transport),
      folder_(std::move(folder)),
      keep_(keep),
      others_(std::move(others)),
      is_other_(std::find(others_.begin(), others_.end(), transport.rank()) != others_.end()) {}

CheckpointCommitter::~CheckpointCommitter() {
  if (committing_.valid()) committing_.wait();
}

bool CheckpointCommitter::busy() const {
  return committing_.valid() || !sends_.empty() || !receives_.empty() || expects_answers_;
}

void CheckpointCommitter::expect(long iteration) {
  iteration_ = iteration;
  outcome_ = {};
  if (!is_other_) return;
  expects_length_ = true;
  receives_.push_back(transport_.post_receive(0, message_tag::manifest_length,
                                              std::as_writable_bytes(std::span(&length_, 1))));
}

void CheckpointCommitter::decide(std::string manifest, std::vector<std::string> tables) {
  manifest_ = std::move(manifest);
  tables_ = std::move(tables);
  outcome_.complete = !manifest_.empty();
  start();
}

// On a thread: flushing and removing take their time.
void CheckpointCommitter::start() {
  committing_ = in_background([folder = folder_, iteration = iteration_, manifest = manifest_,
                               tables = tables_, keep = keep_, leads = transport_.rank() == 0] {
    return carry_out(folder, iteration, manifest, tables, keep, leads);
  });
}

bool CheckpointCommitter::arrived(std::vector<Transport::Request>& requests) {
  if (!transport_.test(requests)) return false;
  transport_.wait(requests);
  requests.clear();
  return true;
}

void CheckpointCommitter::poll() {
  if (!sends_.empty()) arrived(sends_);
  if (transport_.rank() == 0)
    poll_leader();
  else if (is_other_)
    poll_other();
}

void CheckpointCommitter::poll_leader() {
  if (is_ready(committing_)) {
    outcome_.failure = committing_.get();
    if (!outcome_.failure.empty()) {
      outcome_.complete = false;
      manifest_.clear();
    }
    tell_others();
  }
  if (!expects_answers_ || !arrived(receives_)) return;
  expects_answers_ = false;
  has_outcome_ = true;
  for (const auto& text : texts_)
    if (outcome_.failure.empty()) outcome_.failure = reinterpret_cast<const char*>(text.data());
}

void CheckpointCommitter::tell_others() {
  length_ = manifest_.size();
  texts_.assign(others_.size(), std::vector<std::byte>(answer_bytes));
  for (std::size_t n = 0; n < others_.size(); ++n) {
    const int to = others_[n];
    receives_.push_back(transport_.post_receive(to, message_tag::manifest_answer, texts_[n]));
    sends_.push_back(transport_.send(to, message_tag::manifest_length,
                                     std::as_bytes(std::span(&std::as_const(length_), 1))));
    if (length_ > 0)
      sends_.push_back(
          transport_.send(to, message_tag::manifest, std::as_bytes(std::span(manifest_))));
  }
  expects_answers_ = true;
}

void CheckpointCommitter::poll_other() {
  if (!receives_.empty() && arrived(receives_)) {
    const bool had_length = std::exchange(expects_length_, false);
    if (had_length) manifest_.resize(length_);
    if (had_length && length_ > 0)
      receives_.push_back(transport_.post_receive(0, message_tag::manifest,
                                                  std::as_writable_bytes(std::span(manifest_))));
    else
      start();
  }
  if (!is_ready(committing_)) return;
  texts_.assign(1, answer(committing_.get()));
  sends_.push_back(transport_.send(0, message_tag::manifest_answer, texts_.front()));
}

std::optional<CommitOutcome> CheckpointCommitter::take_outcome() {
  if (!std::exchange(has_outcome_, false)) return {};
  return outcome_;
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "checkpoint_saver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/background.hpp>
#include <cardon/kit/checkpoint/checkpoint_names.hpp>
#include <cardon/kit/checkpoint/checkpoint_slots.hpp>
#include <cardon/kit/message_tags.hpp>
#include <cardon/services/timings.hpp>
#include <thread>
#include <utility>

#include "checkpoint_entry.hpp"
#include "ready_future.hpp"

namespace cardon {
namespace {

// MPI counts the bytes of a message with an int.
constexpr std::size_t longest_message = std::size_t{1} << 30;
constexpr double shortest_nap = 100e-6, longest_nap = 2e-3;  // s
constexpr double nap_share = 1.0 / 16;                       // of the wait so far

/// The bytes of a copy in as many messages as the longest copy of this shape needs.
template <class Byte>
std::vector<std::span<Byte>> messages(std::span<Byte> bytes, std::size_t capacity) {
  std::vector<std::span<Byte>> list;
  for (std::size_t n = 0; n * longest_message < capacity; ++n) {
    const std::size_t from = std::min(n * longest_message, bytes.size());
    list.push_back(bytes.subspan(from, std::min(longest_message, bytes.size() - from)));
  }
  return list;
}

/// The first rank of each site that has a storage of its own.
std::vector<int> committers(const Machine& machine, const std::vector<bool>& shared) {
  std::vector<int> ranks;
  for (std::size_t s = 0; s < shared.size(); ++s)
    if (!shared[s]) ranks.push_back(machine.sites[s].ranks.front());
  return ranks;
}

}  // namespace

CheckpointSaver::CheckpointSaver(CheckpointSetup setup, const FileOptions& options)
    : setup_(std::move(setup)),
      options_(options),
      format_(setup_.make_format()),
      slots_(checkpoint_slots(*setup_.program)),
      groups_(writer_groups(*setup_.machine, options_.writers)),
      own_group_(group_of(groups_, setup_.transport->rank())) {
  const std::size_t copies = is_writer() ? group().ranks.size() : 1;
  for (std::size_t n = 0; n < copies; ++n) copies_.push_back(std::make_unique<BlockCopy>());
  committer_ = std::make_unique<CheckpointCommitter>(
      *setup_.transport, setup_.folder, options_.keep, committers(*setup_.machine, setup_.shared));
}

CheckpointSaver::~CheckpointSaver() {
  if (writing_.valid()) writing_.wait();
}

bool CheckpointSaver::busy() const {
  return !sends_.empty() || gathering_ || writing_.valid() || !entry_sends_.empty() ||
         collecting_ || committer_->busy();
}

void CheckpointSaver::begin(CheckpointSnapshot snapshot) {
  finish();
  const double start = seconds_now();
  snapshot_ = std::move(snapshot);
  owners_ = owners_of(setup_.storage->layout());
  copy(std::exchange(snapshot_.state, {}));
  warned_ = false;
  committer_->expect(snapshot_.iteration);
  if (leads()) expect_entries();
  if (is_writer())
    expect_copies();
  else
    send_copy();
  if (!options_.overlap) complete();
  figures_.copy += seconds_now() - start;
}

void CheckpointSaver::copy(std::span<const std::byte> state) {
  const int rank = setup_.transport->rank();
  BlockCopy& own = *copies_.front();
  own.shape(owners_, rank, slots_.size(), setup_.state_bytes);
  own.fill(owners_, slots_, setup_.storage->storages(), state);
  figures_.copied += double(own.filled().size());
}

void CheckpointSaver::send_copy() {
  BlockCopy& own = *copies_.front();
  for (const auto part : messages(own.filled(), own.room().size()))
    sends_.push_back(setup_.transport->send(group().writer(), message_tag::checkpoint_copy, part));
}

void CheckpointSaver::expect_copies() {
  for (std::size_t n = 1; n < copies_.size(); ++n) {
    const int from = group().ranks[n];
    copies_[n]->shape(owners_, from, slots_.size(), setup_.state_bytes);
    const std::span<std::byte> room = copies_[n]->room();
    for (const auto part : messages(room, room.size()))
      gathered_.push_back(setup_.transport->post_receive(from, message_tag::checkpoint_copy, part));
  }
  gathering_ = true;
  poll();
}

void CheckpointSaver::expect_entries() {
  entries_.assign(groups_.size(),
                  std::vector<std::byte>(entry_bytes(slots_.size(), setup_.state_bytes)));
  for (std::size_t g = 0; g < groups_.size(); ++g)
    if (groups_[g].writer() != 0)
      expected_.push_back(setup_.transport->post_receive(
          groups_[g].writer(), message_tag::checkpoint_entry, entries_[g]));
  collecting_ = true;
}

bool CheckpointSaver::arrived(std::vector<Transport::Request>& requests) {
  if (!setup_.transport->test(requests)) return false;
  setup_.transport->wait(requests);
  requests.clear();
  return true;
}

void CheckpointSaver::poll() {
  if (!sends_.empty()) arrived(sends_);
  if (gathering_ && arrived(gathered_)) start_writing();
  if (is_ready(writing_)) deliver(writing_.get());
  if (!entry_sends_.empty()) arrived(entry_sends_);
  const bool own_is_there = !gathering_ && !writing_.valid();
  if (collecting_ && (own_is_there || !is_writer()) && arrived(expected_)) collect();
  committer_->poll();
  const auto outcome = committer_->take_outcome();
  if (!outcome) return;
  if (!outcome->failure.empty())
    problems_.push_back({.slug = "checkpoint/not-written", .message = outcome->failure});
  if (!outcome->complete) return;
  ++figures_.count;
  figures_.last = snapshot_.iteration;
}

// Looks at messages even where only a file is under way: others may ask whether this rank lives.
void CheckpointSaver::complete() {
  const double start = seconds_now();
  for (poll(); busy(); poll()) {
    setup_.transport->test({});
    const double waited = seconds_now() - start;
    warn_of_wait(waited);
    const double nap = std::clamp(waited * nap_share, shortest_nap, longest_nap);
    std::this_thread::sleep_for(std::chrono::duration<double>(nap));
  }
}

/// Of all ranks, rank 0 is the last to be done with a checkpoint.
void CheckpointSaver::warn_of_wait(double seconds) {
  if (warned_ || seconds < options_.patience || !leads() || !setup_.warn_now) return;
  warned_ = true;
  setup_.warn_now(
      {.slug = "checkpoint/slow",
       .message = fmt::format(
           "the run has waited {:.3g} s for the checkpoint of iteration {} to be written", seconds,
           snapshot_.iteration),
       .help = "it continues when the files have been written; less frequent checkpoints "
               "(checkpoint.every) or faster storage shorten the wait"});
}

void CheckpointSaver::finish() {
  const double start = seconds_now();
  complete();
  figures_.wait += seconds_now() - start;
}

FileJob CheckpointSaver::job() {
  FileJob job;
  job.folder = part_folder(setup_.folder, snapshot_.iteration);
  job.name = fmt::format("{}-{}{}", group().site, group().number, format_->extension());
  job.header = {snapshot_.iteration, snapshot_.time, snapshot_.dt, setup_.program->grid.dimensions};
  for (const auto& copy : copies_)
    for (const BlockCopy::Part& part : copy->parts()) {
      const plan::Slot& slot = slots_[part.slot];
      const GridFunction& field = setup_.program->fields[std::size_t(slot.field)];
      job.pieces.push_back(
          {field.full_name(), slot.level, part.block, owners_.boxes[std::size_t(part.block)]});
      job.fields.push_back(int(part.slot));
      job.values.push_back(copy->values(part));
    }
  return job;
}

void CheckpointSaver::start_writing() {
  gathering_ = false;
  writing_ = in_background([format = format_, job = job()] { return write_file(*format, job); });
}

std::vector<std::byte> CheckpointSaver::entry(const FileResult& result) const {
  CheckpointEntry entry{result, setup_.host, std::vector<bool>(slots_.size()), {}};
  const auto own = copies_.front()->state();
  entry.state.assign(own.begin(), own.end());
  for (std::size_t n = 1; n < copies_.size() && setup_.state_bytes > 0; ++n)
    setup_.merge(entry.state, copies_[n]->state());
  for (const auto& copy : copies_)
    for (const BlockCopy::Part& part : copy->parts()) entry.used[part.slot] = true;
  return to_bytes(entry);
}

void CheckpointSaver::deliver(const FileResult& result) {
  if (leads()) {
    entries_[std::size_t(own_group_)] = entry(result);
  } else {
    entries_.assign(1, entry(result));
    entry_sends_.push_back(
        setup_.transport->send(0, message_tag::checkpoint_entry, entries_.front()));
  }
}

/// The name of a site that has a storage of its own; empty: it has not.
std::string CheckpointSaver::own_storage(const std::string& site) const {
  for (std::size_t s = 0; s < setup_.shared.size(); ++s)
    if (setup_.machine->sites[s].name == site && !setup_.shared[s]) return site;
  return "";
}

void CheckpointSaver::describe(const std::vector<bool>& used, CheckpointParts& parts) const {
  for (std::size_t s = 0; s < slots_.size(); ++s) {
    const std::string name = setup_.program->fields[std::size_t(slots_[s].field)].full_name();
    parts.fields.push_back({used[s] ? name : "", slots_[s].level});
  }
  for (std::size_t b = 0; b < owners_.boxes.size(); ++b)
    parts.blocks.push_back({owners_.boxes[b], group_of(groups_, owners_.ranks[b])});
}

// All files are there, or some are not and never will be.
void CheckpointSaver::collect() {
  collecting_ = false;
  std::vector<bool> used(slots_.size());
  CheckpointParts parts;
  double slowest = 0, bytes = 0;
  std::string failure;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const CheckpointEntry entry = checkpoint_entry(entries_[g], slots_.size(), setup_.state_bytes);
    const std::string name =
        fmt::format("{}-{}{}", groups_[g].site, groups_[g].number, format_->extension());
    parts.files.push_back({name, groups_[g].site, entry.result.bytes, entry.result.checksum,
                           entry.host, own_storage(groups_[g].site)});
    if (failure.empty()) failure = entry.result.failure;
    slowest = std::max(slowest, entry.result.seconds);
    bytes += double(entry.result.bytes);
    for (std::size_t s = 0; s < used.size(); ++s) used[s] = used[s] || entry.used[s];
    if (g == 0)
      parts.state = entry.state;
    else if (setup_.state_bytes > 0)
      setup_.merge(parts.state, entry.state);
  }
  describe(used, parts);
  if (!failure.empty()) {
    problems_.push_back({.slug = "checkpoint/not-written", .message = failure});
    committer_->decide("");
    return;
  }
  figures_.write += slowest;
  figures_.bytes += bytes;
  committer_->decide(snapshot_.manifest(parts), snapshot_.tables);
}

std::vector<Problem> CheckpointSaver::take_problems() { return std::exchange(problems_, {}); }

}  // namespace cardon

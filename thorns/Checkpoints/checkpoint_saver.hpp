// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/checkpoint/checkpoint_writer.hpp>
#include <cardon/services/transport.hpp>
#include <future>
#include <memory>
#include <vector>

#include "block_copy.hpp"
#include "checkpoint_committer.hpp"
#include "file_writer.hpp"
#include "writer_groups.hpp"

namespace cardon {

/// How files are written.
struct FileOptions {
  int writers = 1;      ///< files per site
  int keep = 2;         ///< checkpoints
  bool overlap = true;  ///< write while the steps continue
  /// s of waiting for a checkpoint after which the user is warned, once for each, on rank 0.
  double patience = 5;
};

/// Writes checkpoints behind the steps: fields are copied at a step, sent to the writers of the
/// site, written on a thread, and rank 0 makes the whole a checkpoint when all files are on the
/// disk. Ranks talk from one to one only. Between sites a file costs one small message, and a site
/// with a storage of its own gets the manifest.
class CheckpointSaver {
 public:
  explicit CheckpointSaver(CheckpointSetup setup, const FileOptions& options = {});
  CheckpointSaver(const CheckpointSaver&) = delete;
  CheckpointSaver& operator=(const CheckpointSaver&) = delete;
  /// Waits for threads; what is not complete then never will be.
  ~CheckpointSaver();

  /// As CheckpointWriter::save(). The tables lie in the folder above that of the checkpoints.
  void begin(CheckpointSnapshot snapshot);
  /// After every step: moves on what is under way.
  void poll();
  /// Waits until nothing of this rank is under way.
  void finish();

  const CheckpointFigures& figures() const { return figures_; }
  /// On rank 0: what went wrong since the last call, with slug checkpoint/not-written.
  std::vector<Problem> take_problems();

 private:
  bool leads() const { return setup_.transport->rank() == 0; }
  const WriterGroup& group() const { return groups_[std::size_t(own_group_)]; }
  bool is_writer() const { return group().writer() == setup_.transport->rank(); }
  bool busy() const;
  void complete();
  void warn_of_wait(double seconds);
  void copy(std::span<const std::byte> state);
  void send_copy();
  void expect_copies();
  void expect_entries();
  FileJob job();
  void start_writing();
  void deliver(const FileResult& result);
  std::vector<std::byte> entry(const FileResult& result) const;
  void collect();
  std::string own_storage(const std::string& site) const;
  void describe(const std::vector<bool>& used, CheckpointParts& parts) const;
  bool arrived(std::vector<Transport::Request>& requests);

  CheckpointSetup setup_;
  FileOptions options_;
  std::shared_ptr<CheckpointFormat> format_;
  std::vector<plan::Slot> slots_;
  std::vector<WriterGroup> groups_;
  int own_group_ = 0;
  CheckpointFigures figures_;

  // Of the checkpoint under way.
  CheckpointSnapshot snapshot_;
  BoxOwners owners_;
  std::vector<std::unique_ptr<BlockCopy>> copies_;  // own; of a writer: all ranks of its group
  std::vector<Transport::Request> sends_, gathered_, entry_sends_, expected_;
  bool gathering_ = false, collecting_ = false;
  std::future<FileResult> writing_;
  std::vector<std::vector<std::byte>> entries_;  // by group, of rank 0; else the own one
  std::unique_ptr<CheckpointCommitter> committer_;
  std::vector<Problem> problems_;
  bool warned_ = false;
};

}  // namespace cardon

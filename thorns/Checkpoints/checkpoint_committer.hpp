// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>
#include <cstddef>
#include <filesystem>
#include <future>
#include <optional>
#include <string>
#include <vector>

namespace cardon {

/// What became of a checkpoint whose files were all written.
struct CommitOutcome {
  bool complete = false;  ///< on the storage of rank 0
  std::string failure;    ///< there, or on another storage; empty: none
};

/// Makes checkpoints complete on every storage. Rank 0 does it first and then sends the manifest to
/// one rank of each site that has a storage of its own, which does the same there and answers. So
/// where a site is behind, its files are whole, and older checkpoints are still there.
class CheckpointCommitter {
 public:
  /// `folder`: checkpoints, the same path on every storage. `others`: ranks that commit besides
  /// rank 0.
  CheckpointCommitter(Transport& transport, std::filesystem::path folder, int keep,
                      std::vector<int> others);
  CheckpointCommitter(const CheckpointCommitter&) = delete;
  CheckpointCommitter& operator=(const CheckpointCommitter&) = delete;
  ~CheckpointCommitter();

  /// On all ranks, when a checkpoint begins.
  void expect(long iteration);
  /// On rank 0, when all files are on the disk: the text of the manifest; empty: the checkpoint is
  /// given up, and what was written of it removed. `tables`: files of the run folder that have to
  /// be on the disk before.
  void decide(std::string manifest, std::vector<std::string> tables = {});
  /// Moves on what is under way.
  void poll();
  bool busy() const;
  /// On rank 0, once, when all is done.
  std::optional<CommitOutcome> take_outcome();

 private:
  void start();
  void poll_leader();
  void poll_other();
  void tell_others();
  bool arrived(std::vector<Transport::Request>& requests);

  Transport& transport_;
  std::filesystem::path folder_;
  int keep_;
  std::vector<int> others_;
  bool is_other_ = false;

  long iteration_ = 0;
  std::string manifest_;
  std::vector<std::string> tables_;
  std::future<std::string> committing_;
  std::vector<Transport::Request> sends_, receives_;
  std::size_t length_ = 0;                     // of the manifest's text, as told by rank 0
  bool expects_length_ = false;                // else the text
  bool expects_answers_ = false;               // of rank 0
  std::vector<std::vector<std::byte>> texts_;  // answers of the others; an other's own
  CommitOutcome outcome_;
  bool has_outcome_ = false;
};

}  // namespace cardon

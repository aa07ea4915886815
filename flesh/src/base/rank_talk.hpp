// SPDX-License-Identifier: Apache-2.0
// How the ranks of a run agree without stopping.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "cardon/services/transport.hpp"

namespace cardon {

/// Each rank reports to rank 0 and goes on; rank 0 answers all with the same bytes, which they read
/// at a later step. Messages that are on their way hinder nobody. Every report() is followed by one
/// answer() on rank 0 and one wait_for_answer() on every rank.
class RankTalk {
 public:
  /// Tags of messages, below those of drivers: two for each subject.
  enum class Subject { tuning = 900, health = 902, stopping = 904 };

  /// `capacity`: the longest message.
  RankTalk(Transport& transport, Subject subject, std::size_t capacity);
  RankTalk(const RankTalk&) = delete;
  RankTalk& operator=(const RankTalk&) = delete;

  bool leads() const { return transport_.rank() == 0; }
  void report(std::vector<std::byte> bytes);
  /// On rank 0: what all ranks reported, in their order, as soon as it is there.
  std::optional<std::vector<std::vector<std::byte>>> reports();
  /// The same, waiting for it.
  std::vector<std::vector<std::byte>> wait_for_reports();
  /// On rank 0.
  void answer(std::vector<std::byte> bytes);
  /// Whether the answer to the last report is there.
  bool has_answer();
  std::vector<std::byte> wait_for_answer();
  /// Waits until all that this rank said is sent.
  void finish();

 private:
  std::vector<std::byte> framed(std::vector<std::byte> bytes) const;
  std::vector<std::vector<std::byte>> collect();

  Transport& transport_;
  int report_tag_, answer_tag_;
  std::size_t capacity_;
  std::vector<std::byte> own_, answer_;  // on rank 0: its report, its answer
  std::vector<std::byte> outgoing_;
  std::vector<Transport::Request> sent_;
  std::vector<std::vector<std::byte>> incoming_;
  std::vector<Transport::Request> expected_;
};

}  // namespace cardon

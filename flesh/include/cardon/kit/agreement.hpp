// SPDX-License-Identifier: Apache-2.0
// How the ranks of a run agree without stopping.
#pragma once
#include <cardon/services/transport.hpp>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace cardon {

/// Rounds in which each rank reports to rank 0 and continues; rank 0 answers all with the same
/// bytes, which they read at a later step. Nobody waits, unless the answer is late. All ranks call
/// report() and conclude(), or close(), at the same steps; progress() moves messages in between.
class Agreement {
 public:
  using Bytes = std::vector<std::byte>;  ///< one report or answer
  using Reports = std::vector<Bytes>;    ///< in the order of ranks
  /// Returns, on rank 0, the answer to all reports of a round. Without `wait` it may be none yet;
  /// it is then asked again, with the same reports.
  using Answer = std::function<std::optional<Bytes>(const Reports& reports, bool wait)>;

  /// `tag`: of messages; this one and the next are used. `capacity`: bytes of the longest report or
  /// answer.
  Agreement(Transport& transport, int tag, std::size_t capacity, Answer answer);
  Agreement(const Agreement&) = delete;
  Agreement& operator=(const Agreement&) = delete;

  /// Whether this rank answers the others: rank 0.
  bool leads() const { return transport_.rank() == 0; }
  /// Begins a round.
  void report(Bytes bytes);
  /// Whether a round has begun, and not been concluded.
  bool is_open() const { return open_; }
  /// Between steps: rank 0 answers as soon as it can.
  void progress();
  /// Whether progress() may have something to do.
  bool needs_progress() const { return open_ && leads() && !answer_; }
  /// Ends the round and returns the answer, waiting for it if it is late. Before that `finish` is
  /// called: other ranks may wait for what this one has still to send before they can report.
  Bytes conclude(const std::function<void()>& finish = {});
  /// Ends a round that has begun, whatever the answer is, and waits until all messages are sent.
  void close();

 private:
  Bytes framed(const Bytes& bytes) const;
  void expect_reports();
  void lead(bool wait);
  bool collect(bool wait);
  bool has_answer();

  Transport& transport_;
  int report_tag_, answer_tag_;
  std::size_t capacity_;
  Answer make_answer_;
  bool open_ = false;
  // Rank 0: reports of the round once all are there, and the answer once it is made.
  std::optional<Reports> reports_;
  std::optional<Bytes> answer_;
  Bytes own_, outgoing_;
  std::vector<Transport::Request> sent_, expected_;
  std::vector<Bytes> incoming_;
};

}  // namespace cardon

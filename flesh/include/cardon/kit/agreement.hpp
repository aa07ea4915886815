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
///
/// Where sites are given, the first rank of each collects the reports of its site and passes the
/// answer on, so that one message per round crosses each way between rank 0 and another site.
class Agreement {
 public:
  using Bytes = std::vector<std::byte>;  ///< one report or answer
  using Reports = std::vector<Bytes>;    ///< in the order of ranks
  /// Returns, on rank 0, the answer to all reports of a round. Without `wait` it may be none yet;
  /// it is then asked again, with the same reports.
  using Answer = std::function<std::optional<Bytes>(const Reports& reports, bool wait)>;

  /// `tag`: of messages; this one and the next are used. `capacity`: bytes of the longest report or
  /// answer. `sites`: the ranks of each, every rank once; empty: all ranks report straight to rank
  /// 0.
  Agreement(Transport& transport, int tag, std::size_t capacity, Answer answer,
            const std::vector<std::vector<int>>& sites = {});
  Agreement(const Agreement&) = delete;
  Agreement& operator=(const Agreement&) = delete;

  /// Whether this rank answers the others: rank 0.
  bool leads() const { return transport_.rank() == 0; }
  /// Begins a round.
  void report(Bytes bytes);
  /// Whether a round has begun, and not been concluded.
  bool is_open() const { return open_; }
  /// Between steps: rank 0 answers as soon as it can, and the first ranks of sites pass messages
  /// on.
  void progress();
  /// Whether progress() may have something to do.
  bool needs_progress() const { return open_ && !passed_on_ && (leads() || !reporters_.empty()); }
  /// Ends the round and returns the answer, waiting for it if it is late. Before that `finish` is
  /// called: other ranks may wait for what this one has still to send before they can report.
  Bytes conclude(const std::function<void()>& finish = {});
  /// Ends a round that has begun, whatever the answer is, and waits until all messages are sent.
  void close();

 private:
  /// Who reports to this rank, and of how many ranks.
  struct Reporter {
    int rank = 0;
    std::size_t ranks = 1;
  };

  void find_route(const std::vector<std::vector<int>>& sites);
  void lead_site(const std::vector<int>& site);
  std::size_t buffer_size(std::size_t reports) const;
  void expect_reports();
  void lead(bool wait);
  void pass_on(bool wait);
  bool collect(bool wait);
  bool has_answer();
  void answer_reporters();

  Transport& transport_;
  int report_tag_, answer_tag_;
  std::size_t capacity_;
  Answer make_answer_;
  std::vector<Reporter> reporters_;
  int above_ = 0;               // to which this rank reports
  std::size_t site_ranks_ = 1;  // whose reports this rank sends there
  bool open_ = false;
  bool collected_ = false;  // the reports of all reporters are in collection_
  bool passed_on_ = false;  // the answer, which is in answer_message_, to all reporters
  // Rank 0: reports of the round once all are there, and the answer once it is made.
  std::optional<Reports> reports_;
  std::optional<Bytes> answer_;
  Bytes collection_;  // reports, each behind its rank and length
  Bytes answer_message_;
  std::vector<Transport::Request> sent_, expected_reports_, expected_answer_;
  std::vector<Bytes> incoming_;
};

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/plan_judge.hpp>
#include <cardon/kit/text_file.hpp>
#include <cardon/thorn/error.hpp>
#include <cardon/tuning/standing_tunlet.hpp>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "site_shares.hpp"
#include "window_answer.hpp"

namespace cardon {

/// Keeps balance.jsonl of a run folder and makes lines for the screen. On rank 0.
class BalanceJournal {
 public:
  explicit BalanceJournal(std::string balancer) : balancer_(std::move(balancer)) {}

  /// The file is in this folder. A failure to write it is told at the end of the run, but does not
  /// end it.
  void open(const std::filesystem::path& folder);
  /// What was measured; it shows the outcome of the decision before, which was carried out.
  void measured(double slowest, double imbalance);
  /// A window took so many s of the processor: measuring and messages of the rank for which they
  /// take longest, and all that rank 0 does to decide.
  void charged(double seconds) { windows_ += seconds; }
  /// What was decided thereupon, and how long nothing is measured after that. If carried out,
  /// migrated() follows.
  void decided(const BalanceDecision& decision, const Pause& pause);
  /// Nobody planned: it is too early, for the reason of the decision.
  void waited(const BalanceDecision& decision, const Pause& pause);
  /// A restart gave this number of blocks to the ranks that had them in the checkpoint.
  void restored(long blocks, double seconds);
  /// Blocks went to their ranks in an initial map.
  void began(long blocks, double seconds);
  /// Blocks left ranks that are to be idle.
  void vacated(long blocks, const std::vector<int>& ranks, double seconds);
  /// The grid was divided among the sites by the ranks that are not idle.
  void shared(double seconds);
  /// Sites are to get so many times as many planes.
  void sites_decided(BalanceDecision decision, const SiteShares::Finding& finding,
                     const std::vector<double>& factors);
  /// They have got them, and nothing is measured for a while.
  void divided(double seconds, const Pause& pause);
  void say(const std::string& what) { lines_.push_back("balancing: " + what); }
  /// Another balancer plans from now on.
  void taken_over(const std::string& balancer);
  /// What the migration took.
  void migrated(double seconds);
  /// The run ends, or the grid was decomposed in another way.
  void close();

  /// A decision that was carried out and waits for its outcome, and what it took.
  const BalanceDecision* pending() const { return pending_ && moved_ ? &*pending_ : nullptr; }
  double pending_seconds() const { return pending_seconds_; }
  std::vector<std::string> take_lines();
  bool has_lines() const { return !lines_.empty(); }
  /// Plans that were carried out since the last call; nothing is kept before the first one.
  std::vector<StandingDecision> take_decisions();
  bool has_measured() const { return first_imbalance_.has_value(); }
  std::string closing_sentence() const;
  /// JSON for summary.json.
  std::string summary() const;
  /// What kept balance.jsonl from being written.
  const std::optional<Error>& failure() const { return failure_; }

 private:
  /// What a decision came to.
  struct Outcome {
    std::string text;
    Pause pause;
    std::optional<double> slowest;  // s per step: measured thereupon
    double imbalance = 1;
  };
  void write(const BalanceDecision& decision, const Outcome& outcome);

  std::string balancer_;
  TextFile file_;
  bool is_open_ = false;
  std::optional<Error> failure_;
  std::vector<std::string> lines_;
  std::set<std::string> failures_;  // told, without numbers of blocks and ranks
  bool keeps_decisions_ = false;
  std::vector<StandingDecision> decisions_;
  std::optional<BalanceDecision> pending_;
  bool moved_ = false;  // the pending one was carried out
  double pending_seconds_ = 0;
  std::optional<BalanceDecision> division_;  // of the grid among sites, that is to come
  std::string division_text_;
  long divisions_ = 0;
  double division_seconds_ = 0;
  long plans_ = 0, migrations_ = 0, moves_ = 0;
  double seconds_ = 0, planning_ = 0, windows_ = 0;
  std::optional<double> first_imbalance_;
  double last_imbalance_ = 1;
};

}  // namespace cardon

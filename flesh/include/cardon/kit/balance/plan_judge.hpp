// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/placement_cost.hpp>
#include <string>
#include <vector>

namespace cardon {

/// A plan and what became of it.
struct BalanceDecision {
  long step = 0;                 ///< behind which the loads were measured
  double slowest = 0;            ///< s per step of the slowest rank: measured
  double imbalance = 1;          ///< largest / mean time of the ranks: measured
  std::vector<double> busy,      ///< s per step by rank: measured
      idle;                      ///< s per step by rank: measured
  PlacementFigures before,       ///< predicted, for the owners at the time
      after;                     ///< predicted, for the owners that are planned
  double price = 0;              ///< s that the migration is expected to take
  double trust = 1;              ///< share of the predicted gain that is believed
  double saved = 0;              ///< s within the horizon, as far as believed, after the price
  std::string balancer;          ///< that planned it
  std::string chosen_by;         ///< forest or tree; empty: nobody had to choose
  double votes = 0;              ///< share that the balancer had
  std::string reasons;           ///< features that spoke for it
  bool undoes = false;           ///< the migration before, which made steps longer
  double planning = 0;           ///< s of the processor for this and other plans
  std::vector<BlockMove> moves;  ///< planned
  bool accepted = false;         ///< the moves were made
  std::string reason;            ///< why not
  std::string failure;           ///< what balancers did wrong; empty: nothing
};

/// Decides whether plans are carried out. It believes in predicted gains as far as earlier ones
/// came true: where loads change fast, plans are late, and gain less than they promise.
class PlanJudge {
 public:
  /// What counts as worth it.
  struct Options {
    bool accept_all = false;     ///< also what makes steps longer
    double min_gain = 0.02;      ///< of the time of a step
    int max_blocks = 1000000;    ///< of a rank
    bool between_sites = false;  ///< blocks may go to other sites
  };
  /// Believes in all of a predicted gain until it has learned otherwise.
  explicit PlanJudge(Options options) : options_(options) {}

  /// Fills in the prediction and the verdict. `moves` that would give a rank more blocks than it
  /// can hold, or lead to another site where blocks may not go there, are left out.
  void judge(const BalanceProblem& problem, std::vector<BlockMove> moves,
             BalanceDecision& decision) const;
  /// Whether steps became longer by a decision that was carried out, as measured now. Where all
  /// loads grow, longer steps are not its fault: the ranks must be less equal than before, too.
  bool made_worse(const BalanceDecision& earlier, const BalanceDecision& now) const;
  /// Moves that lead back to these owners are accepted, whatever they promise. The placement that
  /// they leave is refused for the horizon of the problem.
  void undo(const BalanceProblem& problem, const Placement& owners, BalanceDecision& decision);
  /// A decision that was carried out took so many s, and this imbalance was measured next. (All
  /// loads may have grown meanwhile, so times tell less.)
  void learn(const BalanceDecision& decision, double migration_seconds, double imbalance);
  /// Share of a predicted gain that is believed, from earlier plans.
  double trust() const { return trust_; }

 private:
  double price(const PlacementFigures& after) const;
  void predict(const BalanceProblem& problem, BalanceDecision& decision) const;

  Options options_;
  double trust_ = 1;
  // Of earlier migrations.
  double seconds_ = 0, bytes_ = 0;
  long migrations_ = 0;
  Placement undone_;
  double undone_until_ = 0;  // step
};

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cardon/kit/balance/placement_cost.hpp>
#include <limits>
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
  double message = 0,            ///< s at each end of a message between ranks: measured
      byte = 0;                  ///< the same for each byte of it
  PlacementFigures before,       ///< predicted, for the owners at the time
      after;                     ///< predicted, for the owners that are planned
  double trend = 0;              ///< share of the last change of loads that goes on in `before`
  double price = 0;              ///< s that the migration is expected to take
  double trust = 1;              ///< share of the predicted gain that is believed
  double saved = 0;              ///< s within the horizon, as far as believed, after the price
  double expected = 0;           ///< the same, or what PlanOutlook expects of the plan
  std::string balancer;          ///< that planned it
  std::string chosen_by;         ///< forest or tree; empty: nobody had to choose
  double votes = 0;              ///< share that the balancer had
  std::string reasons;           ///< features that spoke for it
  bool undoes = false;           ///< the migration before, which made steps longer
  bool goes_home = false;        ///< to where blocks would be if no plan had moved them
  double planning = 0;           ///< s of the processor for this and other plans
  std::vector<BlockMove> moves;  ///< planned
  bool accepted = false;         ///< the moves were made
  std::string reason;            ///< why not
  std::string failure;           ///< what balancers did wrong; empty: nothing
};

/// Decides whether plans are carried out. It believes in predicted gains as far as earlier ones
/// came true, or would have, by the loads of the next window: where loads change fast, plans are
/// late, and gain less than they promise.
class PlanJudge {
 public:
  /// What counts as worth it.
  struct Options {
    bool accept_all = false;     ///< also what makes steps longer
    double min_gain = 0.02;      ///< of the time of a step
    int max_blocks = 1000000;    ///< of a rank
    bool between_sites = false;  ///< blocks may go to other sites
    double max_loss = 0.0075;    ///< share of the time of all steps that moving blocks may cost
  };
  /// Believes in all of a predicted gain until it has learned otherwise.
  explicit PlanJudge(Options options) : options_(options) {}

  /// Whether some plan may save what is needed: perfect balance without any message would. Where it
  /// would not, every plan is refused, so that none is needed.
  bool can_gain(const BalanceProblem& problem) const;
  /// Fills in the prediction and the verdict. `moves` that would give a rank more blocks than it
  /// can hold, or lead to another site where blocks may not go there, are left out.
  void judge(const BalanceProblem& problem, std::vector<BlockMove> moves,
             BalanceDecision& decision) const;
  /// Replaces the plan by moves that lead to `home`, where blocks would be if no plan had moved
  /// them, if these are accepted and save more. So no balancer that does not see when its plans
  /// have become wrong leaves a run slower than it would be without one.
  void prefer_home(const BalanceProblem& problem, const Placement& home,
                   BalanceDecision& decision) const;
  /// Whether steps became longer by a decision that was carried out, as measured now. Where all
  /// loads grow, longer steps are not its fault: the ranks must be less equal than before, too, and
  /// by the present loads steps must not be longer still with the owners before.
  bool made_worse(const BalanceProblem& problem, const Placement& owners_before,
                  const BalanceDecision& earlier, const BalanceDecision& now) const;
  /// Moves that lead back to these owners are accepted, whatever they promise. The placement that
  /// they leave is refused for the horizon of the problem, unless ranks become less equal than they
  /// were there.
  void undo(const BalanceProblem& problem, const Placement& owners, BalanceDecision& decision);
  /// So many steps were measured with the present owners. What they gain or lose against `home`,
  /// and what migrations took, are added up: while more than max_loss is lost, plans are refused,
  /// and what compare() finds that they would have gained or lost is added up instead.
  void account(const BalanceProblem& problem, const Placement& home, double steps);
  /// s by which steps became shorter so far, less the price of migrations.
  double gained() const { return gained_; }
  /// A decision that was carried out took so many s.
  void paid(const BalanceDecision& decision, double migration_seconds);
  /// The verdict for this problem is final. Its plan, carried out or not, is what compare() is
  /// about.
  void decided(const BalanceProblem& problem, const BalanceDecision& decision);
  /// Loads were measured again, over so many steps: what the plan before is worth now shows how far
  /// promises hold.
  void compare(const BalanceProblem& problem, double steps);
  /// Blocks are others than those of the plan before.
  void forget() { promised_ = 0; }
  /// Whether the plan of this decision, as it was predicted, saves min_gain of a step.
  bool promises_gain(const BalanceDecision& decision) const {
    return decision.before.seconds - decision.after.seconds >=
           options_.min_gain * decision.before.seconds;
  }
  /// Share of a step that a plan must save.
  double min_gain() const { return options_.min_gain; }
  /// From 0 to 1, how much what became of earlier plans tells of the next: trust() comes from it.
  double experience() const { return std::min(1.0, double(comparisons_) / 2); }
  /// Whether plans are carried out whatever they gain.
  bool accepts_all() const { return options_.accept_all; }
  /// Share of a predicted gain that is believed, from earlier plans.
  double trust() const;

 private:
  double price(const PlacementFigures& after) const;
  void judge_home(const BalanceProblem& problem, std::vector<BlockMove> moves,
                  BalanceDecision& decision) const;
  bool is_in_debt(const BalanceProblem& problem, const BalanceDecision& decision) const;
  bool is_banned(const BalanceProblem& problem, const BalanceDecision& decision) const;
  void predict(const BalanceProblem& problem, BalanceDecision& decision) const;

  Options options_;
  long comparisons_ = 0;       // of plans with what became of them
  double trust_ = 1;           // 1: all promises hold; below 0: plans made steps longer
  double promised_ = 0;        // share of a step that the plan before was to save; 0: none
  bool on_probation_ = false;  // it was refused because of earlier losses
  Placement planned_from_, planned_to_;
  double gained_ = 0, elapsed_ = 0;                            // s
  double cheapest_ = std::numeric_limits<double>::infinity();  // s per byte of a migration
  // Of earlier migrations.
  double seconds_ = 0, bytes_ = 0;
  long migrations_ = 0;
  Placement undone_;
  double undone_imbalance_ = 1;
  double undone_until_ = 0;  // step
};

}  // namespace cardon

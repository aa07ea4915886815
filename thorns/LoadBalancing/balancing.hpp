// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/agreement.hpp>
#include <cardon/kit/balance/balance_period.hpp>
#include <cardon/kit/balance/load_trend.hpp>
#include <cardon/kit/balance/plan_judge.hpp>
#include <cardon/services/balancer.hpp>
#include <cardon/services/block_migration.hpp>
#include <cardon/services/step_service.hpp>
#include <cardon/steering/placement_check.hpp>
#include <cardon/thorn/parameter.hpp>
#include <cardon/tuning/standing_tunlet.hpp>
#include <memory>
#include <optional>

#include "balance_journal.hpp"
#include "core_shares.hpp"
#include "idle_ranks.hpp"
#include "load_database.hpp"
#include "planners.hpp"
#include "rank_speeds.hpp"
#include "site_shares.hpp"
#include "window_answer.hpp"

namespace cardon {

/// Measures the blocks of all ranks over windows of steps, has a balancer plan migrations on rank
/// 0, and carries those out that pay, at a step that is agreed in advance. Nobody stops for that:
/// reports and plan travel while steps continue.
class Balancing final : public StepService, public PlacementCheck, public StandingTunlet {
 public:
  static inline const Parameter balancer =
      Parameter{
          "balancer", balance_with_blocks,
          "Balancer that decides which rank owns which block: none, greedy, refine, auto (as "
          "balance.choice says), with_blocks (auto if ranks have several blocks, on several sites "
          "only where one of them has several ranks; else none), or another service of this role"}
          .steerable();
  static inline const Parameter choice =
      Parameter{
          "choice", "forest",
          "How auto chooses: forest (learned in simulations), tree (published decision tree), or "
          "plans (refine, greedy and hierarchical plan, and the best plan is carried out)",
          one_of("forest", "tree", "plans")}
          .steerable();
  static inline const Parameter every{"every", 20, "Steps over which loads are measured",
                                      at_least(2)};
  static inline const Parameter when =
      Parameter{
          "when", "paying",
          "After which windows a balancer is invoked: paying (after each; plans that pay are "
          "carried out) or trend (once the loss by imbalance reaches the cost of a migration)",
          one_of("paying", "trend")}
          .steerable();
  static inline const Parameter horizon{
      "horizon", 200, "Steps for which loads are assumed to persist", at_least(1)};
  static inline const Parameter min_gain{"min_gain", 0.02,
                                         "Share of a step that a plan must save to be carried out",
                                         between(0.0, 1.0)};
  static inline const Parameter accept{
      "accept", "paying", "Plans that are carried out: paying, or all (for tests and comparisons)",
      one_of("paying", "all")};
  static inline const Parameter start{
      "start", "block",
      "Which rank has which block at first: block (neighbours, as the driver cuts), naive (ranks "
      "take "
      "turns), or square (blocks at links are spread, the others grouped)",
      one_of("block", "naive", "square")};
  static inline const Parameter between_sites{
      "between_sites", "never",
      "Whether blocks may move to other sites: never or always (the tuner then changes nothing)",
      one_of("never", "always")};
  static inline const Parameter seed{"seed", 1, "Seed for stochastic balancers", non_negative};
  static inline const Parameter<List<int>> idle_ranks =
      Parameter{"idle_ranks", List<int>{}, "Ranks that hold no blocks, such as [3]", non_negative}
          .steerable();

  /// Throws Error registry/no-such-service for an unknown balancer, balance/driver if the driver
  /// cannot move blocks, and balance/idle-ranks if some blocks would have no rank.
  void open(const StepSetup& setup) override;
  std::vector<Problem> check_placement(const ParameterSet& parameters,
                                       const RankPlacement& placement) const override;
  void record_in(const std::filesystem::path& run_folder) override;
  StepOrder after_step(const StepView& step) override;
  /// Between the ends of windows.
  bool idle(const StepView& step) const override;
  std::string before_checkpoint(const StepView& step) override;
  /// Loads are measured again from the next step on.
  void replan() override;
  /// The run may end at another iteration, other ranks may be idle, and another balancer may plan.
  void steered(const SteeredRun& run) override;
  void conclude() override;
  StepReport report(double evolution) override;
  std::optional<TunletFacts> facts() const override;
  std::vector<StandingDecision> take_decisions() override;
  /// Blocks stay where they are; those of idle ranks leave all the same.
  void suspend(bool suspended) override;

 private:
  static constexpr long warm_up = 2;  // steps in which memory is touched for the first time

  /// The blocks are measured from step `first` to `last`; all ranks read the plan behind `act`.
  /// Steps that were rejected count as others.
  struct Window {
    long first = 0, last = 0, act = 0;
    std::vector<Box> boxes;   // of the blocks then
    std::vector<int> owners;  // of the blocks then
    double waited = 0;        // s of this rank, before the step `first`
    double began = 0;         // s that steps had taken by then
    double seconds = 0;       // that its steps took
    LoadReport report;
    long blocks_left = 0;  // of this rank, not measured yet
    bool measuring = false, reported = false;
  };

  /// What the window before found.
  struct Measured {
    long step = 0;
    std::vector<Box> boxes;
    BalanceProblem problem;
  };

  struct Verdict {
    double drift = 0;      // by which share loads of ranks change in a step
    bool waits = false;    // nobody planned
    bool repeats = false;  // the next window follows at once
  };

  void choose(const std::string& balancer);
  void open_planners();
  std::string steered_balancer() const;
  bool is_replaced() const;
  void exchange();
  bool has_choice() const;
  void begin(const StepView& step);
  void make_agreement(std::size_t blocks);
  void forget();
  void end_window();
  void measure(double evolution);
  void report_when_measured();
  std::function<bool()> read_plan();
  bool can_hold(const std::vector<int>& owners) const;
  bool restore(const std::string& state);
  bool divide_as_before(const std::string& state);
  bool migrate(const Window& window, const std::vector<BlockMove>& moves);
  bool divide(const Window& window, const std::vector<double>& shares);
  bool cut_again(const std::function<bool()>& cut);
  bool settle(const std::string& state);
  bool share_among_sites();
  bool begin_with_map();
  bool vacate();
  bool is_stale(const Window& window) const;
  Agreement::Bytes plan(const Agreement::Reports& reports);
  Verdict decide(const BalanceProblem& problem, BalanceDecision& decision);
  bool waits_for_second(BalanceDecision& decision) const;
  void record(const Verdict& verdict, const BalanceDecision& decision, const Pause& pause);
  std::vector<double> shares_due(const BalanceProblem& problem, const BalanceDecision& decision);
  const std::vector<int>& home();
  void plan_with(const BalanceProblem& problem, const LoadChange& change,
                 BalanceDecision& decision);
  bool waits(BalanceDecision& decision);
  bool are_loads_of(const std::optional<Measured>& window, const BalanceProblem& problem) const;
  bool is_settled(const BalanceProblem& problem, BalanceDecision& decision) const;
  BalanceProblem machine_now() const;
  LoadChange change_since_last(const BalanceProblem& problem);

  std::optional<StepSetup> setup_;
  const Machine* machine_ = nullptr;
  Driver* driver_ = nullptr;
  BlockMigration* migration_ = nullptr;  // null: nothing to do
  SiteDivision* division_ = nullptr;     // null: sites keep what they have
  Transport* transport_ = nullptr;
  int tag_ = 0;
  long every_ = 0, lag_ = 0, horizon_ = 0, next_ = 0, last_iteration_ = 0;
  long steps_left_ = 0;     // as far as is foreseen
  bool asked_ = false;      // the user named a balancer, or auto
  bool automatic_ = false;  // auto decides
  bool suspended_ = false;
  std::string name_;       // who decides
  std::string start_;      // the initial map that is still to be made; empty: none
  bool by_trend_ = false;  // balance.when
  bool between_sites_ = false;
  bool idle_changed_ = false;  // other ranks are idle since the grid was cut
  bool plan_is_void_ = false;  // in this step
  std::vector<int> hosts_;
  double message_seconds_ = 0;  // s at an end of a message of this rank, bytes apart
  IdleRanks idle_;
  std::vector<double> shares_;  // by site, by which the grid was cut in another way than by speeds
  std::optional<Agreement> agreement_;
  std::size_t agreed_blocks_ = 0;   // for which it has room
  std::string state_;               // of the checkpoint of a restart, until the first step
  double report_seconds_ = 0;       // of the processor, for the last report and its message
  std::shared_ptr<Window> window_;  // null: none; measurements that come too late find it gone

  // Rank 0.
  Planners planners_;
  std::optional<Measured> measured_;  // before
  LoadTrend trend_;
  std::optional<Measured> settled_;  // the window whose plan gained nothing
  std::optional<PlanJudge> judge_;
  std::optional<BalanceJournal> journal_;
  double journal_seconds_ = 0;           // of the processor, for the last decision
  std::optional<BalancePeriod> period_;  // by the trend
  RankSpeeds speeds_;
  CoreShares cores_;
  std::optional<SiteShares> sites_;  // none: their shares cannot change
  // When blocks moved last: their boxes, and the owners before.
  std::vector<Box> moved_boxes_;
  std::vector<int> owners_before_;
  // Where blocks would be if no plan had moved them, and where the last plan has put them.
  std::vector<Box> home_boxes_;
  std::vector<int> home_, planned_;
};

}  // namespace cardon

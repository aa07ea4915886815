// SPDX-License-Identifier: Apache-2.0
// What rank 0 decides when all ranks have reported a window.
#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/balance/placement_cost.hpp>
#include <cardon/kit/processor_time.hpp>
#include <cmath>
#include <optional>
#include <utility>

#include "balancing.hpp"
#include "block_array.hpp"
#include "settled_loads.hpp"

namespace cardon {

Agreement::Bytes Balancing::plan(const Agreement::Reports& reports) {
  const double start = processor_seconds();
  if (is_stale(*window_)) {
    journal_->close();
    return {};
  }
  std::vector<LoadReport> ranks;
  for (const Agreement::Bytes& bytes : reports) ranks.push_back(report_from_bytes(bytes));
  cores_.measured(ranks);
  const LoadDatabase loads(std::move(ranks), every_, cores_.lasting());
  BalanceDecision decision{.step = window_->last,
                           .slowest = loads.slowest(),
                           .imbalance = loads.imbalance() * idle_.working_share(transport_->size()),
                           .busy = loads.busy(),
                           .idle = loads.idle()};
  BalanceProblem problem = loads.problem(machine_now(), driver_->decomposition());
  decision.message = problem.message_seconds;
  decision.byte = problem.packing_seconds;
  speeds_.measured(problem, window_->boxes);
  speeds_.apply(problem);
  const std::vector<double> shares = shares_due(problem, decision);
  if (!shares.empty()) {
    journal_->charged(loads.measuring() + processor_seconds() - start);
    return to_bytes(WindowAnswer{.pause = warm_up, .shares = shares});
  }
  const Verdict verdict = decide(problem, decision);
  const double seconds = loads.measuring() + journal_seconds_ + processor_seconds() - start;
  journal_->charged(seconds);
  Pause pause;
  if (!decision.accepted && !verdict.repeats && !judge_->accepts_all() &&
      !(sites_ && sites_->suspects()))
    pause = pause_after({seconds, decision.slowest, verdict.drift}, every_ + lag_);
  record(verdict, decision, pause);
  if (decision.accepted) return to_bytes(WindowAnswer{.moves = decision.moves});
  return to_bytes(WindowAnswer{.pause = pause.steps});
}

void Balancing::record(const Verdict& verdict, const BalanceDecision& decision,
                       const Pause& pause) {
  const double start = processor_seconds();
  if (verdict.waits)
    journal_->waited(decision, pause);
  else
    journal_->decided(decision, pause);
  journal_seconds_ = processor_seconds() - start;
}

// Where shares are due, blocks are others after that, so nothing is planned for those of this
// window.
std::vector<double> Balancing::shares_due(const BalanceProblem& problem,
                                          const BalanceDecision& decision) {
  if (!sites_) return {};
  const SiteWindow window{window_->last, every_ + lag_, window_->seconds / double(every_),
                          decision.slowest};
  std::vector<double> shares = sites_->due(problem, window_->boxes, window);
  if (shares.empty()) return {};
  if (const BalanceDecision* earlier = journal_->pending())
    judge_->paid(*earlier, journal_->pending_seconds());
  journal_->measured(decision.slowest, decision.imbalance);
  journal_->sites_decided(decision, sites_->finding(), shares);
  return shares;
}

Balancing::Verdict Balancing::decide(const BalanceProblem& problem, BalanceDecision& decision) {
  bool undo = false;
  if (const BalanceDecision* earlier = journal_->pending()) {
    judge_->paid(*earlier, journal_->pending_seconds());
    undo = moved_boxes_ == window_->boxes &&
           judge_->made_worse(problem, owners_before_, *earlier, decision);
  }
  journal_->measured(decision.slowest, decision.imbalance);
  const bool calm = are_loads_of(measured_, problem), is_first = !measured_;
  const LoadChange change = change_since_last(problem);
  judge_->compare(problem, double(every_ + lag_));
  judge_->account(problem, home(), double(every_ + lag_));
  const double drift = std::max(std::abs(change.slowest), std::abs(change.mean));
  if (!undo && (waits(decision) || is_settled(problem, decision))) return {drift, true};
  if (undo)
    judge_->undo(problem, owners_before_, decision);
  else
    plan_with(problem, change, decision);
  const bool repeats = is_first && waits_for_second(decision);
  judge_->decided(problem, decision);
  settled_.reset();
  // Choices depend on how loads have changed, too: the next one may be another.
  if (!decision.accepted && !judge_->promises_gain(decision) &&
      (calm || !judge_->can_gain(problem)))
    settled_ = Measured{window_->last, window_->boxes, problem};
  if (period_ && !decision.accepted) period_->declined(double(window_->last));
  return {drift, false, repeats};
}

// Times of the first window differ by more than a small gain: caches fill, and tiles are tried.
bool Balancing::waits_for_second(BalanceDecision& decision) const {
  constexpr double small_gain = 0.1;
  const bool small = decision.after.seconds > (1 - small_gain) * decision.before.seconds;
  if (!decision.accepted || !small || judge_->accepts_all()) return false;
  decision.accepted = false;
  decision.reason =
      "the gain predicted after the first window is small; the next window must confirm it";
  return true;
}

// For the loads in the middle of the time between this plan and the next one.
void Balancing::plan_with(const BalanceProblem& problem, const LoadChange& change,
                          BalanceDecision& decision) {
  const double start = processor_seconds();
  const double middle = double(every_) / 2, later = double(lag_) + double(every_ + lag_) / 2;
  const BalanceProblem ahead = trend_.ahead(problem, middle + later);
  decision.trend = trend_.share();
  planners_.plan(ahead, change, *judge_, decision);
  judge_->prefer_home(ahead, home(), decision);
  decision.planning = processor_seconds() - start;
}

LoadChange Balancing::change_since_last(const BalanceProblem& problem) {
  const std::optional<Measured> before =
      std::exchange(measured_, Measured{window_->last, window_->boxes, problem});
  const bool others = !before || before->boxes != window_->boxes;
  if (others) trend_.reset();
  trend_.measured(problem, double(window_->last) - double(every_) / 2);
  if (others) {
    judge_->forget();
    return {.array = block_array(window_->boxes)};
  }
  LoadChange change = load_change(before->problem, problem, double(window_->last - before->step));
  change.array = block_array(window_->boxes);
  return change;
}

// Whether the next window comes early enough.
bool Balancing::waits(BalanceDecision& decision) {
  if (!period_) return false;
  period_->add(double(window_->last) - double(every_) / 2, decision.slowest,
               decision.slowest / decision.imbalance);
  const std::optional<double> due = period_->due();
  if (due && *due <= double(window_->act) + double(every_ + lag_) / 2) return false;
  decision.reason = due ? fmt::format("balancing pays from about step {:.0f} on", *due)
                        : "the loads do not drift apart";
  return true;
}

// Whether these are the loads of another window, so that a plan would save what it saved then.
bool Balancing::are_loads_of(const std::optional<Measured>& window,
                             const BalanceProblem& problem) const {
  constexpr double unchanged = 0.5;    // of what a plan must save
  constexpr double max_change = 0.01;  // share of a step
  if (!window || window->boxes != window_->boxes) return false;
  const double step = PlacementCost(problem).seconds(placement_of(problem));
  return largest_change(window->problem, problem) <=
         std::min(max_change, unchanged * judge_->min_gain()) * step;
}

// Where loads are those for which no plan has gained anything, the choice would be the same.
bool Balancing::is_settled(const BalanceProblem& problem, BalanceDecision& decision) const {
  if (!automatic_ || judge_->accepts_all() || !are_loads_of(settled_, problem)) return false;
  decision.reason = "no plan gained anything for these loads";
  return true;
}

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
// What rank 0 decides when all ranks have reported a window.
#include <fmt/format.h>

#include <cardon/kit/processor_time.hpp>
#include <optional>
#include <utility>

#include "balancing.hpp"
#include "block_array.hpp"
#include "plan_answer.hpp"

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
  speeds_.measured(problem, window_->boxes);
  speeds_.apply(problem);
  decide(problem, decision);
  charge(loads.measuring() + processor_seconds() - start, decision);
  PlanAnswer answer{.pause = pace_ ? pace_->pause() : 0, .moves = {}};
  if (decision.accepted) answer.moves = decision.moves;
  return to_bytes(answer);
}

// To the account that plans have to pay for themselves from, and to the pace of windows.
void Balancing::charge(double seconds, BalanceDecision& decision) {
  judge_->planned(seconds);
  journal_->charged(seconds);
  if (pace_)
    pace_->planned(seconds, decision.slowest, decision.slowest / decision.imbalance,
                   decision.accepted && !decision.undoes);
}

void Balancing::decide(const BalanceProblem& problem, BalanceDecision& decision) {
  bool undo = false;
  if (const BalanceDecision* earlier = journal_->pending()) {
    judge_->paid(*earlier, journal_->pending_seconds());
    undo = moved_boxes_ == window_->boxes &&
           judge_->made_worse(problem, owners_before_, *earlier, decision);
  }
  journal_->measured(decision.slowest, decision.imbalance);
  const double steps = steps_since_last();
  const LoadChange change = change_since_last(problem);
  judge_->compare(problem, steps);
  judge_->account(problem, home(), steps);
  if (!undo && waits(decision)) return journal_->waited(decision);
  if (undo)
    judge_->undo(problem, owners_before_, decision);
  else
    plan_with(problem, change, decision);
  judge_->decided(problem, decision);
  if (period_ && !decision.accepted) period_->declined(double(window_->last));
  journal_->decided(decision);
}

void Balancing::plan_with(const BalanceProblem& problem, const LoadChange& change,
                          BalanceDecision& decision) {
  const double start = processor_seconds();
  planners_.plan(problem, change, *judge_, decision);
  judge_->prefer_home(problem, home(), decision);
  decision.planning = processor_seconds() - start;
}

// Pauses between windows count: what was planned before has held all the time.
double Balancing::steps_since_last() const {
  return double(measured_ ? window_->last - measured_->step : every_ + lag_);
}

LoadChange Balancing::change_since_last(const BalanceProblem& problem) {
  const std::optional<Measured> before =
      std::exchange(measured_, Measured{window_->last, window_->boxes, problem});
  if (!before || before->boxes != window_->boxes) {
    judge_->forget();
    return {.array = block_array(window_->boxes)};
  }
  LoadChange change = load_change(before->problem, problem, double(window_->last - before->step));
  change.array = block_array(window_->boxes);
  judge_->remember(before->problem);
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

}  // namespace cardon

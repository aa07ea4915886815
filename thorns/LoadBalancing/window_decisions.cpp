// SPDX-License-Identifier: Apache-2.0
// What rank 0 decides when all ranks have reported a window.
#include <fmt/format.h>

#include <cardon/kit/processor_time.hpp>
#include <optional>
#include <span>
#include <utility>

#include "balancing.hpp"
#include "block_array.hpp"

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
  journal_->charged(loads.measuring() + processor_seconds() - start);
  const auto moves = std::as_bytes(std::span(decision.moves));
  return decision.accepted ? Agreement::Bytes{moves.begin(), moves.end()} : Agreement::Bytes{};
}

void Balancing::decide(const BalanceProblem& problem, BalanceDecision& decision) {
  bool undo = false;
  if (const BalanceDecision* earlier = journal_->pending()) {
    judge_->paid(*earlier, journal_->pending_seconds());
    undo = moved_boxes_ == window_->boxes &&
           judge_->made_worse(problem, owners_before_, *earlier, decision);
  }
  journal_->measured(decision.slowest, decision.imbalance);
  const LoadChange change = change_since_last(problem);
  judge_->compare(problem, double(every_ + lag_));
  judge_->account(problem, home(), double(every_ + lag_));
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

LoadChange Balancing::change_since_last(const BalanceProblem& problem) {
  const std::optional<Measured> before =
      std::exchange(measured_, Measured{window_->last, window_->boxes, problem});
  if (!before || before->boxes != window_->boxes) {
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

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#include "timestep/fixed_steps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cardon {
namespace {

constexpr Real no_time = std::numeric_limits<Real>::infinity();
constexpr long never = std::numeric_limits<long>::max();
// A time is reached by a step that misses it by this share of the interval.
constexpr Real same_share = 1e-9;
constexpr Real share_lost = 1e-12;  // by rounding
// A step may be longer by this share, so that rounding in a parameter file costs no step.
constexpr Real stretch = 1e-6;
// What is behind more goals than this is not foreseen.
constexpr int max_goals = 100'000;
// What was passed is forgotten in pieces of this many.
constexpr std::ptrdiff_t kept = 64;
constexpr Real max_steps = 1e15;

}  // namespace

void FixedSteps::aim_at(StepGoals goals) {
  goals_ = std::move(goals);
  std::erase_if(shortened_, [&](const Shortened& s) { return s.end.iteration > now_.iteration; });
  seen_ = now_;
}

void FixedSteps::restore(const StepAnchor& now, const StepAnchor& anchor) {
  now_ = seen_ = now;
  base_ = anchor;
  shortened_.clear();
}

void FixedSteps::pass(long iteration) {
  now_ = {iteration, time_at(iteration)};
  const auto first = after(iteration - 2);  // the step before the last one may still be asked for
  if (first - shortened_.begin() < kept) return;
  base_ = (first - 1)->end;
  shortened_.erase(shortened_.begin(), first);
}

/// The first of the shortened steps that lead beyond an iteration.
FixedSteps::Position FixedSteps::after(long iteration) const {
  return std::upper_bound(shortened_.begin(), shortened_.end(), iteration,
                          [](long n, const Shortened& s) { return n < s.end.iteration; });
}

StepAnchor FixedSteps::anchor_of(long iteration) const {
  foresee(iteration);
  const auto next = after(iteration);
  return next == shortened_.begin() ? base_ : (next - 1)->end;
}

Real FixedSteps::time_at(long iteration) const {
  const StepAnchor from = anchor_of(iteration);
  return from.time + Real(iteration - from.iteration) * dt_;
}

Real FixedSteps::dt_of(long iteration) const {
  foresee(iteration);
  const auto this_step = after(iteration - 1);
  return this_step != shortened_.end() && this_step->end.iteration == iteration ? this_step->dt
                                                                                : dt_;
}

bool FixedSteps::reaches(Real every, long iteration) const {
  return multiples(every, time_at(iteration)) > multiples(every, time_at(iteration - 1));
}

bool FixedSteps::is_over(Real time) const {
  return goals_ && goals_->stop && time >= *goals_->stop - stop_tolerance();
}

std::optional<long> FixedSteps::last_iteration() const {
  if (!goals_ || !goals_->stop) return {};
  if (is_over(now_.time)) return now_.iteration;
  for (int goals = 0; goals < max_goals; ++goals) {
    if (seen_.iteration == never) return {};
    if (is_over(seen_.time)) break;
    foresee_goal();
  }
  if (!is_over(seen_.time)) return {};
  // It may have been passed in earlier looks ahead.
  long first = now_.iteration, last = seen_.iteration;
  while (last - first > 1) {
    const long middle = first + (last - first) / 2;
    (is_over(time_at(middle)) ? last : first) = middle;
  }
  return last;
}

Real FixedSteps::stop_tolerance() const {
  return same_share * dt_ + share_lost * std::abs(*goals_->stop - start_);
}

Real FixedSteps::multiples(Real every, Real time) const {
  return std::floor((time - start_) / every * (1 + share_lost) + same_share);
}

FixedSteps::Goal FixedSteps::next_goal(Real time) const {
  Goal goal{no_time, 0};
  for (const Real every : goals_->outputs) {
    if (every <= dt_) continue;
    const Real next = start_ + (multiples(every, time) + 1) * every;
    if (next < goal.time) goal = {next, same_share / 2 * every};
  }
  if (goals_->stop && !is_over(time) && *goals_->stop <= goal.time + 2 * goal.tolerance)
    goal = {*goals_->stop, stop_tolerance() / 2};
  return goal;
}

void FixedSteps::foresee(long iteration) const {
  while (goals_ && seen_.iteration < iteration) foresee_goal();
}

void FixedSteps::shorten(const StepAnchor& before, Real dt, Real end) const {
  shortened_.push_back({{before.iteration + 1, end}, dt});
  seen_ = shortened_.back().end;
}

void FixedSteps::foresee_goal() const {
  const Goal goal = next_goal(seen_.time);
  const StepAnchor from = shortened_.empty() ? base_ : shortened_.back().end;
  const auto time_after = [&](long n) { return from.time + Real(n - from.iteration) * dt_; };
  const Real left = goal.time - seen_.time;
  const Real steps = std::floor((left + goal.tolerance) / dt_);
  if (!(steps < max_steps)) {
    seen_ = {never, no_time};
    return;
  }
  const long whole = seen_.iteration + long(steps);
  const Real rest = left - steps * dt_;
  if (steps > 0 && rest <= goal.tolerance) {
    seen_ = {whole, time_after(whole)};
  } else if (steps == 0) {
    shorten(seen_, left, goal.time);
  } else {
    const StepAnchor before{whole - 1,
                            whole - 1 == seen_.iteration ? seen_.time : time_after(whole - 1)};
    const Real both = goal.time - before.time;
    if (both <= dt_ * (1 + stretch)) return shorten(before, both, goal.time);
    const Real middle = before.time + both / 2;
    shorten(before, both / 2, middle);
    shorten(seen_, goal.time - middle, goal.time);
  }
}

}  // namespace cardon

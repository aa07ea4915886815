// SPDX-License-Identifier: Apache-2.0
#include "timestep/step_clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/fields_not_finite.hpp>
#include <cardon/thorn/error.hpp>
#include <cmath>

#include "timestep/repeated_leads.hpp"

namespace cardon {
namespace {

// A step may be longer by this than what is left to a time that it has to hit.
constexpr Real rounding = 1e-12;
// A time is at a multiple if it misses it by this share of the interval.
constexpr Real same_time = 1e-9;
// By errors: how many evaluations are kept in mind, and how much longer than one of them steps may
// be with each later one.
constexpr std::size_t kept_evaluations = 4;
constexpr Real fading = 1.03;
// By errors: the error of the steps that an evaluation judges may be larger than the tolerance, at
// most by this factor, if the mean of so many evaluations, this one included, is not. What is left
// at the end is the sum of the errors of steps (E. Hairer, S. P. Norsett and G. Wanner, Solving
// Ordinary Differential Equations I, 2nd edition, 1993, section II.3).
constexpr Real largest_error = 4;
constexpr std::size_t shared_evaluations = 8;
// By errors: each rejection lets steps aim at this share, down to a least one, until later
// evaluations have taken it back by such factors: 30 of them for one rejection.
constexpr Real cautious_share = 0.8, min_caution = 0.5, recovery = 1.0075;
// By errors: share of the longest step allowed that repeated steps aim at, at most. They are judged
// by the same error as those that were rejected.
constexpr Real repeated_share = 0.85;
// By errors: where repeated steps are rejected, the next ones aim at this share of them, at most;
// where these are, too, at the other one. Such errors do not fall with the step as they should.
constexpr Real second_share = 0.5, later_share = 0.2;
// Of an evaluation that later steps need not keep in mind; checkpoints hold no infinities.
constexpr Real unlimited = std::numeric_limits<Real>::max();

}  // namespace

StepClock::StepClock(const StepRule& rule, Real start, Real dt, std::optional<Real> stop,
                     std::vector<Real> outputs)
    : rule_(rule), start_(start), dt_(dt), stop_(stop), outputs_(std::move(outputs)) {
  state_.time = start;
  state_.dt = dt;
}

void StepClock::change(const StepClock& to) {
  rule_ = to.rule_;
  stop_ = to.stop_;
  outputs_ = to.outputs_;
  if (!running()) return;
  state_.target = std::min(state_.target, rule_.safety * rule_.max_step);
  state_.next = std::min(state_.next, state_.target);
  if (state_.pending && state_.pending->limit)
    state_.pending->limit = std::min(*state_.pending->limit, rule_.max_step);
}

Real StepClock::time_at(long iteration) const {
  if (!adaptive()) return fixed_.time_at(iteration);
  const Real ahead = state_.time + Real(iteration - state_.iteration) * dt_;
  return stop_ ? std::min(ahead, *stop_) : ahead;
}

std::optional<Real> StepClock::time_left() const {
  if (!stop_) return {};
  return *stop_ - state_.time;
}

bool StepClock::limits_step(Real limit) const {
  return std::isfinite(std::min(rule_.courant * limit, rule_.max_step));
}

Problem StepClock::without_limit() const {
  return {.slug = "time/step-limit",
          .message = fmt::format("no active thorn limits the step at iteration {}", iteration()),
          .notes = {"the fields allow steps of any length at this iteration"},
          .help = "set time.adaptive.max_step"};
}

Real StepClock::allowed(Real limit) const {
  if (!limits_step(limit)) throw Error(without_limit());
  return std::min(rule_.courant * limit, rule_.max_step);
}

// Only a limit may ask for a step that is shorter than the user allows.
void StepClock::begin(Real limit) {
  state_.target = rule_.safety * allowed(limit);
  state_.next = std::min(state_.target, std::max(rule_.first * state_.target, rule_.min_step));
}

Real StepClock::grown(Real step) const { return std::min(step * rule_.growth, state_.target); }

Real StepClock::multiples(Real every, Real time) const {
  return std::floor((time - start_) / every * (1 + rounding) + same_time);
}

Real StepClock::next_goal() const {
  Real goal = std::numeric_limits<Real>::infinity(), tolerance = 0;
  for (const Real every : outputs_) {
    const Real time = start_ + (multiples(every, state_.time) + 1) * every;
    if (time < goal) tolerance = same_time * every;
    goal = std::min(goal, time);
  }
  return stop_ && *stop_ <= goal + tolerance ? *stop_ : goal;
}

void StepClock::choose() {
  if (adaptive())
    choose_adaptive();
  else
    dt_ = fixed_.dt_of(state_.iteration + 1);
}

void StepClock::choose_adaptive() {
  const Real goal = next_goal(), left = goal - state_.time;
  from_ = state_.time;
  chosen_ = state_.iteration + 1;
  dt_ = state_.next;
  if (left <= dt_ * (1 + rounding)) {
    dt_ = left;
    to_ = goal;
  } else {
    if (left < 2 * dt_) dt_ = left / 2;  // rather than a full step and a tiny one
    to_ = from_ + dt_;
  }
  if (!(to_ > from_ && state_.next >= rule_.min_step)) refuse();
}

void StepClock::refuse() const {
  Problem problem{
      .slug = "time/step-too-short",
      .message = fmt::format("step {} would have to be {:.3g}{} long at time {:.9g}{}", chosen_,
                             state_.next, rule_.time_unit, from_, rule_.time_unit),
      .notes = {to_ > from_ ? fmt::format("time.adaptive.min_step is {:.3g}{}", rule_.min_step,
                                          rule_.time_unit)
                            : std::string("it is too small to change the time")},
      .help = from_ > start_ ? "inspect the fields of the last output: the limit of the step "
                               "has collapsed"
                             : "set a smaller time.adaptive.min_step, or inspect the "
                               "initial data"};
  if (finite_) throw Error(std::move(problem), exit_health);
  problem.notes.emplace_back("the error of the step before, which was rejected, is not finite");
  throw FieldsNotFinite(std::move(problem), chosen_, true);
}

void StepClock::advance() {
  ++state_.iteration;
  if (!adaptive()) {
    fixed_.pass(state_.iteration);
    state_.time = fixed_.time_at(state_.iteration);
    return;
  }
  state_.time = to_;
  state_.dt = dt_;
  state_.next = grown(state_.next);
}

bool StepClock::evaluation_due() const {
  const long distance = rule_.by_errors() ? rule_.every : std::max(state_.interval, rule_.shortest);
  return state_.iteration >= state_.evaluated + distance;
}

// By errors, a step that is repeated may be too long again.
long StepClock::lead() const {
  const long usual = std::min(rule_.lead, std::max(state_.interval, rule_.shortest));
  if (state_.repeats == 0) return usual;
  return std::min(rule_.lead, state_.repeats > 1 ? rejected_again_lead : repeated_lead);
}

void StepClock::evaluate() {
  if (evaluation_due()) {
    state_.evaluated = state_.iteration;
    state_.interval =
        state_.interval == 0 ? rule_.shortest : std::min(2 * state_.interval, rule_.every);
  } else if (rule_.by_errors() && state_.interval == 0) {
    state_.interval = rule_.shortest;  // the first step
  }
  Real longest = lead() > 0 ? state_.next : 0;
  for (long n = 1; n < lead(); ++n) longest = grown(longest);
  state_.pending = {state_.iteration, longest, {}};
}

bool StepClock::confirm(Real limit, const std::optional<ByError>& error) {
  finite_ = !error || error->finite;
  if (!error) {
    state_.pending->limit = allowed(limit);
    return state_.pending->longest <= *state_.pending->limit;
  }
  const Real stable = std::min(rule_.courant * limit, rule_.max_step);
  const Real longest = state_.pending->longest;
  state_.pending->limit = std::min(stable, error->longest);
  state_.recent.insert(state_.recent.begin(), error->lasts ? *state_.pending->limit : unlimited);
  state_.recent.resize(std::min(state_.recent.size(), kept_evaluations));
  const Real largest = std::pow(longest / error->longest, rule_.estimate_order + 1);
  if (longest > stable || (longest > error->longest && !is_affordable(largest))) return false;
  note_error(largest);
  return true;
}

// Where each step waits for the verdict, rejecting it costs no more than this step.
bool StepClock::is_affordable(Real error) const {
  if (rule_.lead <= 1 || error > largest_error) return false;
  Real sum = error;
  for (const Real earlier : state_.errors) sum += earlier;
  return sum <= Real(state_.errors.size() + 1);
}

void StepClock::note_error(Real error) {
  state_.errors.insert(state_.errors.begin(), error);
  state_.errors.resize(std::min(state_.errors.size(), shared_evaluations - 1));
}

/// Errors of a front depend on where it is between two points, and an evaluation sees one of these
/// places. The one before saw another.
Real StepClock::aim() const {
  Real longest = *state_.pending->limit, factor = 1;
  for (const Real limit : state_.recent) {
    if (limit < unlimited) longest = std::min(longest, limit * factor);
    factor *= fading;
  }
  const Real usual = rule_.safety * longest;
  return std::min(usual, std::max(state_.caution * usual, rule_.min_step));
}

void StepClock::govern() {
  state_.caution = std::min(state_.caution * recovery, Real(1));
  follow();
}

void StepClock::follow() {
  state_.target = aim();
  state_.next = std::min(state_.next, state_.target);
  state_.pending.reset();
  state_.repeats = 0;
}

void StepClock::reject(const ClockState& before) {
  const ClockState now = state_;
  state_ = before;
  state_.pending = now.pending;
  state_.recent = now.recent;
  state_.rejected = now.rejected + (now.iteration - before.iteration);
  state_.rejections = now.rejections + 1;
  if (!rule_.by_errors()) state_.interval = 0;
  dt_ = state_.dt;
  chosen_ = 0;
  const Real longest = *state_.pending->limit;
  if (rule_.by_errors() && rule_.lead > 1)
    state_.caution = std::max(state_.caution * cautious_share, min_caution);
  follow();
  if (rule_.by_errors()) repeat(before.next, longest, now.repeats);
}

// `rejected`: the step that was too long; `repeats`: how many rejections it followed. Cuts beyond
// what the limit asks for do not go below the shortest step that the user allows.
void StepClock::repeat(Real rejected, Real longest, long repeats) {
  state_.target = std::min(state_.target, repeated_share * longest);
  if (repeats > 0) {
    const Real share = (repeats > 1 ? later_share : second_share) * rejected;
    state_.target = std::min(state_.target, std::max(share, rule_.min_step));
  }
  state_.next = std::min(state_.next, state_.target);
  state_.repeats = repeats + 1;
}

// A checkpoint of a version with a shorter lead foresaw fewer of the steps until the evaluation
// governs. If its result is known, it bounds the others, or what it accepted does; otherwise they
// count for the verdict. Where the lead is the same, nothing changes.
void StepClock::restore(const ClockState& state) {
  state_ = state;
  if (!adaptive()) return;
  dt_ = state.dt;
  if (!state_.pending) return;
  ClockState::Pending& pending = *state_.pending;
  const long left = pending.iteration + lead() - state_.iteration;
  Real longest = left > 0 ? state_.next : 0;
  for (long n = 1; n < left; ++n) longest = grown(longest);
  if (pending.limit && longest > std::max(*pending.limit, pending.longest)) {
    longest = std::max(*pending.limit, pending.longest);
    state_.target = std::min(state_.target, longest);
    state_.next = std::min(state_.next, state_.target);
  }
  pending.longest = std::max(pending.longest, longest);
}

void StepClock::restore(const StepAnchor& now, const std::optional<StepAnchor>& anchor) {
  state_ = {.iteration = now.iteration, .time = now.time, .dt = dt_};
  fixed_.restore(now, anchor.value_or(StepAnchor{0, start_}));
}

bool StepClock::due(Real every, long iteration) const {
  if (!adaptive()) return fixed_.reaches(every, iteration);
  return iteration == chosen_ && multiples(every, to_) > multiples(every, from_);
}

}  // namespace cardon

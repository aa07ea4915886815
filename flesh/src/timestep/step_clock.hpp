// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/error.hpp>
#include <optional>
#include <vector>

#include "timestep/clock_state.hpp"
#include "timestep/fixed_steps.hpp"
#include "timestep/step_rule.hpp"

namespace cardon {

/// The time of a run: when its steps begin and end. A pure state machine, which does the same on
/// all ranks. Fixed steps: step n ends at start + n dt; where aim_at() was called, some are
/// shortened to end at certain times, see FixedSteps. Adaptive ones follow a StepRule: every
/// `every` steps the fields are evaluated, which gives the longest step allowed, S. `lead` steps
/// later, steps aim at safety S. If one of the steps between was going to be longer than S, they
/// are rejected: reject() goes back to the iteration of the evaluation. Evaluations of limits are
/// few only as long as nothing is rejected: the number of steps from one to the next begins with
/// `shortest`, does so again after a rejection, and doubles up to `every`. By errors, `lead` does
/// so at the start, and repeated steps are judged at once. Steps by errors keep the last few S in
/// mind, as errors jump where a front moves on; they may be larger than the tolerance where those
/// of the last evaluations were smaller, see is_affordable(), and after a rejection steps aim at
/// less for a while. Steps are shortened to hit times exactly: by less than half where the time is
/// between one and two steps away.
class StepClock {
 public:
  /// What the error of a step says.
  struct ByError {
    Real longest = 0;    ///< s; the longest step that keeps to the tolerance
    bool lasts = false;  ///< later steps keep it in mind, see aim()
    bool finite = true;  ///< not NaN or infinite, which rejects the step
  };

  /// Fixed steps.
  StepClock(Real start = 0, Real dt = 0) : start_(start), dt_(dt), fixed_(start, dt) {
    state_.time = start;
  }
  /// Adaptive steps. `dt`: s, what tasks see before the first step; `stop`: where the run ends, or
  /// nothing; `outputs`: s between outputs whose times are hit.
  StepClock(const StepRule& rule, Real start, Real dt, std::optional<Real> stop,
            std::vector<Real> outputs);
  /// Fixed steps: times that those to come have to hit.
  void aim_at(StepGoals goals) { fixed_.aim_at(std::move(goals)); }

  bool adaptive() const { return rule_.adaptive(); }
  const StepRule& rule() const { return rule_; }
  long iteration() const { return state_.iteration; }
  Real time() const { return state_.time; }
  /// Of the running step, or else of the last one.
  Real dt() const { return dt_; }
  /// s; of steps that are not shortened.
  Real full_dt() const { return adaptive() ? dt_ : fixed_.full_length(); }
  /// Of steps ahead; adaptive ones are taken to be as long as the last one.
  Real time_at(long iteration) const;

  /// Adaptive, between two steps: the rule and the times that are hit are those of `to` from now
  /// on.
  void change(const StepClock& to);
  /// Before the first step: `limit`, s, is the longest step allowed. Throws Error (time/step-limit)
  /// if it is infinite and the user set no max_step.
  void begin(Real limit);
  /// Whether a step follows from the limit, or from the user's max_step.
  bool limits_step(Real limit) const;
  /// What begin() and confirm() throw otherwise.
  Problem without_limit() const;
  /// Chooses dt() of the next step. Adaptive: throws Error (time/step-too-short) where it is below
  /// the user's min_step or does not move the time; FieldsNotFinite, with the same problem, where
  /// that is because errors of steps are not finite however short these are.
  void choose();
  /// After each step.
  void advance();
  /// Whether time.stop.time is reached.
  bool at_stop() const {
    return adaptive() ? stop_ && state_.time >= *stop_ : fixed_.is_over(state_.time);
  }
  /// Of fixed steps that hit their stop, as far as it is foreseen.
  std::optional<long> last_iteration() const { return fixed_.last_iteration(); }
  /// Adaptive: s left to time.stop.time, if the user set one.
  std::optional<Real> time_left() const;

  /// Whether the fields of this iteration are to be evaluated.
  bool evaluation_due() const;
  /// The fields of this iteration are being evaluated.
  void evaluate();
  /// Whether the evaluation that is pending has to govern the next step.
  bool governs() const {
    return state_.pending && state_.iteration == state_.pending->iteration + lead();
  }
  const std::optional<ClockState::Pending>& pending() const { return state_.pending; }
  /// The result: `limit`, s, that of the thorns, and by errors that of the error, too. False: steps
  /// that have been taken since, or will be before it governs, are too long, and reject() has to
  /// follow.
  bool confirm(Real limit, const std::optional<ByError>& error = {});
  /// The result of the evaluation counts from now on.
  void govern();
  /// Goes back to `before`, the state at the evaluation, from where its result counts at once.
  void reject(const ClockState& before);

  const ClockState& state() const { return state_; }
  void restore(const ClockState& state);
  /// Fixed steps: from where they are counted, for checkpoints.
  StepAnchor anchor() const { return fixed_.anchor(); }
  /// Fixed steps, at the end of one of them; without an anchor they are counted from the start.
  void restore(const StepAnchor& now, const std::optional<StepAnchor>& anchor);

  /// Whether it knows when its steps end: from begin() or restore() on.
  bool running() const { return state_.target > 0; }
  /// Whether due() answers.
  bool hits_times() const { return running() || fixed_.has_goals(); }
  /// Whether the step that ends at an iteration reaches a multiple of `every`, s, counted from the
  /// start. Adaptive: known of the last step that was chosen; for others it is taken as no.
  bool due(Real every, long iteration) const;

 private:
  void choose_adaptive();
  [[noreturn]] void refuse() const;
  long lead() const;
  Real allowed(Real limit) const;
  bool is_affordable(Real error) const;
  void note_error(Real error);
  void follow();
  void repeat(Real rejected, Real longest, long repeats);
  Real aim() const;
  Real grown(Real step) const;
  Real next_goal() const;
  Real multiples(Real every, Real time) const;

  StepRule rule_;
  Real start_ = 0, dt_ = 0;
  FixedSteps fixed_;
  std::optional<Real> stop_;
  std::vector<Real> outputs_;
  ClockState state_;
  // The last step that was chosen: its iteration, and times before and after it.
  long chosen_ = 0;
  Real from_ = 0, to_ = 0;
  bool finite_ = true;  // the error that was read last
};

}  // namespace cardon

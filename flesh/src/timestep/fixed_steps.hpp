// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <vector>

#include "timestep/clock_state.hpp"

namespace cardon {

/// Times at which steps have to end.
struct StepGoals {
  std::optional<Real> stop;   ///< s; where the run ends
  std::vector<Real> outputs;  ///< s between outputs, counted from the start
  bool operator==(const StepGoals&) const = default;
};

/// Steps of one length, counted from the start. Where no whole number of them leads to a goal, the
/// last step before it is shortened, or the last two to equal lengths, and those that follow are
/// counted from there. All of that is known in advance. Outputs more frequent than steps are no
/// goals.
class FixedSteps {
 public:
  FixedSteps(Real start = 0, Real dt = 0) : start_(start), dt_(dt) {
    restore({0, start}, {0, start});
  }
  /// From the next step on. Without a call of it, no step is ever shortened.
  void aim_at(StepGoals goals);
  bool has_goals() const { return goals_.has_value(); }

  /// Of those that are not shortened, s.
  Real full_length() const { return dt_; }
  /// When an iteration ends.
  Real time_at(long iteration) const;
  /// Of the step that leads to an iteration.
  Real dt_of(long iteration) const;
  /// Whether this step reaches a multiple of `every`, s, counted from the start.
  bool reaches(Real every, long iteration) const;
  /// Whether the run is over then.
  bool is_over(Real time) const;
  /// The iteration at which it will be. Nothing: there is no stop, or it is too far to tell.
  std::optional<long> last_iteration() const;

  /// Steps up to this iteration have been taken.
  void pass(long iteration);
  /// From where steps are counted now.
  StepAnchor anchor() const { return anchor_of(now_.iteration); }
  /// After a restart: what pass() and anchor() said.
  void restore(const StepAnchor& now, const StepAnchor& anchor);

 private:
  struct Shortened {
    StepAnchor end;
    Real dt = 0;
  };
  struct Goal {
    Real time = 0, tolerance = 0;
  };
  using Position = std::vector<Shortened>::const_iterator;

  Position after(long iteration) const;
  StepAnchor anchor_of(long iteration) const;
  void foresee(long iteration) const;
  void foresee_goal() const;
  void shorten(const StepAnchor& before, Real dt, Real end) const;
  Goal next_goal(Real time) const;
  Real multiples(Real every, Real time) const;
  Real stop_tolerance() const;

  Real start_, dt_;
  std::optional<StepGoals> goals_;
  StepAnchor now_, base_;
  // Those that follow the base, as far as was looked ahead.
  mutable std::vector<Shortened> shortened_;
  mutable StepAnchor seen_;  // so far
};

}  // namespace cardon

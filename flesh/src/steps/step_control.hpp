// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/agreement.hpp>
#include <cardon/services/field_access.hpp>
#include <memory>
#include <optional>

#include "restart/state_copy.hpp"
#include "scalars/scalar_reductions.hpp"
#include "startup/checked_run.hpp"
#include "steps/step_errors.hpp"
#include "steps/step_limits.hpp"

namespace cardon {

/// Adaptive steps: moves a StepClock. Every few steps the fields are evaluated, which gives the
/// longest step allowed, and copied. Nobody stops for that: what ranks found travels while the
/// steps continue, and all of them read the result a fixed number of steps later, or where somebody
/// is about to look at the fields. If the steps since then were too long, all go back to the copy.
/// When the result is read does not change what follows. Steps by errors are evaluated one step
/// later than the fields are copied: by the error of this step.
class StepControl {
 public:
  /// Everything is referred to. The driver has been set up and, in a restarted run, filled.
  StepControl(const CheckedRun& run, StepClock& clock, Driver& driver, FieldAccess& fields,
              Transport& transport, const ScalarReductions& scalars, const ScalarState& state);

  /// After every step, the initial one included. `looked_at`: somebody wants to look at the fields,
  /// and Driver::finish() has been called. False: steps were rejected; fields and clock are those
  /// of an earlier iteration, from where planning starts again with unknown ghosts.
  bool after_step(bool looked_at);
  /// Waits for the result of the evaluation that was begun last, if there is one. False as above.
  bool settle();
  /// Parameters of tasks have changed after a step that settle() has confirmed: where steps follow
  /// limits, the longest one allowed is found again, and counts at once. Collective.
  void look_again();
  /// When all ranks stop at the same step.
  void close();
  /// s that this rank has spent on evaluations, copies and waiting.
  double seconds() const { return seconds_; }
  /// Part of it: waiting for results that had not arrived when they were due.
  double late() const { return late_; }

 private:
  void start();
  void begin();
  void visit(bool looks, bool copies);
  void progress();
  LimitAtPoint conclude();
  bool reject();
  void require_step(Real limit, std::uint64_t reduced) const;
  [[noreturn]] void refuse(const LimitAtPoint& found) const;

  const CheckedRun& run_;
  StepClock& clock_;
  Driver& driver_;
  FieldAccess& fields_;
  Transport& transport_;
  StepLimits limits_;
  StepErrors errors_;
  StateCopy copy_;
  Agreement agreement_;
  std::shared_ptr<void> polls_;                 // keeps what the driver calls between pieces
  ClockState before_;                           // at the copy
  bool awaits_step_ = false;                    // whose error is the one to look at
  bool evaluating_ = false;                     // the result is not known yet
  long blocks_left_ = 0;                        // of this rank, not looked at yet
  Real judged_dt_ = 0;                          // s; of the step whose error is looked at
  std::optional<StepClock::ByError> by_error_;  // what it says
  double seconds_ = 0, late_ = 0;
};

}  // namespace cardon

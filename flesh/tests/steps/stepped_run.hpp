// SPDX-License-Identifier: Apache-2.0
// A small run with adaptive steps, of which the test sets limits and errors.
#pragma once
#include <cardon/thorn/block.hpp>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "../support/block_driver.hpp"
#include "../support/plain_driver.hpp"
#include "steps/step_control.hpp"

namespace cardon {

inline constexpr Field phi_field{"phi", "Its values are step limits"};
inline constexpr Scalar smallest_phi{"limit", "Step limit", Reduce::min};

inline void limit_by_phi(Block& block) {
  const FieldReader phi = block.read(phi_field);
  block.reduce(smallest_phi, [&](const Point& p) { return phi(p); });
}

/// One block per rank, which is at the end of the step at once or, if it is late, in finish().
class BlockSteps : public PlainDriver, public FieldAccess, public BlockDriver {
 public:
  using BlockDriver::BlockDriver;
  const Decomposition& decomposition() const override { return layout().decomposition(); }
  void finish() override {
    ++finished;
    show();
  }
  FieldView view(int, int) override { return {}; }
  void visit_when_current(const std::function<void(const BlockView&)>& look) override {
    waiting_.push_back(look);
    if (!late) show();
  }
  Real& at(int field, int i) { return array(field).row(0, 0)[i]; }
  void fill(int field, const std::function<Real(int i)>& value) {
    for (int i = box().lo[0]; i < box().hi[0]; ++i) at(field, i) = value(i);
  }

  bool late = false;
  int finished = 0;

 private:
  FieldArray array(int field) { return storages().begin()->second->array(field, 0); }
  void show() {
    for (const auto& look : std::exchange(waiting_, {}))
      look([this](int field) {
        const FieldArray a = array(field);
        return FieldPiece{box(), a.origin, a.sy, a.sz};
      });
  }
  std::vector<std::function<void(const BlockView&)>> waiting_;
};

inline StepRule rule_by(StepRule::By by, long every, long lead) {
  StepRule rule;
  rule.by = by;
  rule.every = rule.shortest = every;
  rule.lead = lead;
  rule.courant = rule.safety = rule.first = 1;
  rule.growth = 2;
  rule.tolerance = 0;
  rule.absolute = 1;
  rule.estimate_order = 1;
  return rule;
}

inline const StepRule by_limits = rule_by(StepRule::By::limits, 4, 2);
inline const StepRule by_errors = rule_by(StepRule::By::errors, 4, 1);

struct LimitedRun : CheckedRun {
  LimitedRun(const Program& fields, const StepRule& rule) {
    program = fields;
    program.dt = 1;
    program.scalars = {{.id = 0, .name = "limit", .thorn = "T", .kind = Reduce::min}};
    Task task;
    task.name = "T::limit";
    task.thorn = "T";
    task.function = limit_by_phi;
    task.scalars = {0};
    task.bindings = {{.field = 0, .reads = true, .declared = "phi"}};
    program.tasks = {task};
    program.analysis = {0};
    if (rule.by_errors())
      program.estimates = {{.value = 0, .estimate = 1}};
    else
      step_limits = {0};
    parameters = std::make_unique<ParameterSet>(registry);
    driver_name = "Test";
  }
};

/// A run over 8 points in x with the fields phi and pi, which is the estimate of the error of phi.
struct SteppedRun {
  SteppedRun(Transport& transport, const StepRule& rule, const ClockState& at = {})
      : run(fields.program, rule), clock(rule, 0, 0.125, {}, {}), driver(fields, transport) {
    if (at.target > 0) clock.restore(at);
    set(1, 0);
    control = std::make_unique<StepControl>(run, clock, driver, driver, transport, scalars, state);
  }
  /// All of phi and of pi.
  void set(Real phi, Real pi) {
    driver.fill(0, [phi](int) { return phi; });
    driver.fill(1, [pi](int) { return pi; });
  }
  bool step(bool looked_at = false) {
    clock.choose();
    clock.advance();
    return control->after_step(looked_at);
  }
  /// From the initial data on.
  void begin(int steps) {
    ASSERT_TRUE(control->after_step(false));
    for (int n = 0; n < steps; ++n) ASSERT_TRUE(step());
  }

  SampleFields fields{{8, 1, 1}};
  LimitedRun run;
  StepClock clock;
  BlockSteps driver;
  ScalarReductions scalars{run.program.scalars};
  ScalarState state{run.program, *run.parameters};
  std::unique_ptr<StepControl> control;
};

}  // namespace cardon

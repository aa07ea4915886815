// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cardon/services/driver.hpp>
#include <plan/cyclic_sequence.hpp>
#include <plan/planner.hpp>
#include <schedule/plan_tasks.hpp>

namespace cardon::test {

/// Hands the operations of one step to a driver.
inline void execute_step(Driver& driver, plan::Planner& planner, plan::Planner::Cursor& cursor,
                         const plan::Segment*& segment, std::size_t& position,
                         const StepState& state) {
  for (;;) {
    if (segment == nullptr || position == segment->operations.size()) {
      segment = planner.next(cursor);
      position = 0;
    }
    const auto& all = segment->operations;
    std::size_t end = position;
    while (end < all.size() && all[end].kind != plan::Operation::Kind::step_end) ++end;
    driver.execute(std::span(all).subspan(position, end - position), state);
    position = end;
    if (end < all.size()) break;
  }
  ++position;
}

/// The steps of a run, which a planner tells.
class Steps {
 public:
  Steps(const Program& program, Driver& driver)
      : driver_(driver),
        sequence_({program.initial}, {program.step}),
        planner_({plan_fields(program), plan_tasks(program), driver.links()}, sequence_),
        cursor_(planner_.start()) {}
  void next() {
    const int before = std::max(taken_ - 1, 0);
    execute_step(driver_, planner_, cursor_, segment_, position_,
                 {before, 0.5 * before, 0.5, taken_ == 0});
    ++taken_;
  }

 private:
  Driver& driver_;
  plan::CyclicSequence sequence_;
  plan::Planner planner_;
  plan::Planner::Cursor cursor_;
  const plan::Segment* segment_ = nullptr;
  std::size_t position_ = 0;
  int taken_ = 0;
};

}  // namespace cardon::test

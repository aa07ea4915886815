// SPDX-License-Identifier: Apache-2.0
// Scalars that tasks reduce in a step and others read, in the same step or some steps later.
#pragma once
#include <cardon/kit/agreement.hpp>
#include <cardon/kit/reduction.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/services/field_access.hpp>
#include <cardon/services/program.hpp>
#include <cardon/services/transport.hpp>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "grid/scalar_sink.hpp"
#include "scalars/thread_shares.hpp"

namespace cardon {

/// A scalar that a task reads in the same step is combined over the ranks before that task begins:
/// all ranks wait. One that is only read some steps later is combined by reports to rank 0, which
/// travel while steps go on; it is waited for before the first step that needs it.
/// Values are exact, and thus the same for any decomposition. All ranks call the members that are
/// said to be collective at the same points of a step.
class StepScalars {
 public:
  /// Everything is referred to and must outlive this.
  StepScalars(const Program& program, Driver& driver, FieldAccess& fields, Transport& transport);

  bool any() const { return !slots_.empty(); }
  bool has(int scalar) const { return slot_of(scalar) != nullptr; }
  /// By any thread.
  void add_row(int scalar, std::span<const Real> row, const Index3& first, long step);
  /// What a task of `step` reads.
  ReducedValue value(const ScalarRead& read, long step) const;
  /// The last value of all; after settle().
  Real latest(int scalar) const;

  /// Before the tasks of a step: has what they read from earlier steps. Collective.
  void begin_step(long step);
  /// Whether the task reads what earlier ones of this step have reduced: then all blocks must be
  /// brought to this task, and combine() called.
  bool must_wait(const Task& task) const;
  /// Combines what the tasks have reduced for others of the same step. Collective.
  void combine(long step);
  /// The task has been given to the driver.
  void note(const Task& task);
  /// After the tasks of a step. Collective.
  void end_step(long step);
  /// Ends all rounds that are on their way. Collective.
  void settle();
  /// Remembers so many steps more, for go_back().
  void remember(long steps) { remembered_ += steps; }
  /// Forgets what later steps than this one have reduced: they are done again. After settle().
  void go_back(long step);

  /// The values that later steps may read; their number of bytes depends on the program only. After
  /// settle().
  std::vector<std::byte> state() const;
  std::size_t state_bytes() const;
  /// Takes what state() gave in an earlier run.
  void restore(std::span<const std::byte> bytes);

 private:
  struct Slot {
    int scalar = 0;
    ReductionKind kind = ReductionKind::sum;
    Real start = 0;
    bool same_step = false;                  ///< some task reads it in the step that reduces it
    int min_lag = 0, max_lag = 0;            ///< of those who read it
    std::map<long, ReducedValue> history{};  ///< by step
  };
  /// A reduction of lagging scalars that travels.
  struct Round {
    long step = 0;
    long blocks_left = 0;  ///< of this rank, not yet at the end of the step
    std::vector<std::size_t> slots;
    std::unique_ptr<Agreement> agreement;
    bool reported = false;
  };
  using Bytes = std::vector<std::byte>;
  /// Of one thread, by slot and step.
  using Parts = std::map<std::pair<std::size_t, long>, Reduction>;

  const Slot* slot_of(int scalar) const;
  void add_users(const Program& program);
  Reduction empty(const Slot& slot) const { return Reduction({slot.kind}); }
  /// Takes the parts of this rank away.
  Reduction take(std::size_t slot, long step);
  Bytes take(const std::vector<std::size_t>& slots, long step);
  Bytes merged(const std::vector<std::size_t>& slots, std::span<const Bytes> parts) const;
  void record(const std::vector<std::size_t>& slots, const Bytes& total, long step);
  std::size_t bytes_of(const std::vector<std::size_t>& slots) const;
  void begin_round(long step);
  void progress();
  void conclude_first();
  void forget(long step);

  Driver& driver_;
  FieldAccess& fields_;
  Transport& transport_;
  std::vector<Slot> slots_;
  ThreadShares<Parts> parts_;
  std::set<std::size_t> reduced_;  // in this step, and not yet combined
  std::deque<Round> rounds_;       // oldest first
  int min_lag_ = 0;                // of scalars that only lag
  long rounds_begun_ = 0;
  // Blocks run ahead of each other by a few steps at most: those behind read older values.
  long remembered_ = 64;  // steps
};

}  // namespace cardon

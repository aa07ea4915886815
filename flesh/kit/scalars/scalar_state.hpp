// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/driver.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/program.hpp>
#include <cardon/thorn/block.hpp>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cardon {

/// Scalars that tasks set, and those that the integrator advances: state outside the grid. Every
/// rank holds all of them and computes them by the same operations from the same values, so that
/// they are equal without any message. They are computed when the loop hands the tasks of a step to
/// the driver; blocks that lag behind read the values of their own step.
class ScalarState {
 public:
  using Reader = std::function<ReducedValue(const ScalarRead&)>;

  /// Both are referred to.
  ScalarState(const Program& program, const ParameterSet& parameters);

  bool any() const { return !ids_.empty(); }
  bool has(int scalar) const { return program_.scalars[std::size_t(scalar)].is_state; }
  /// What a task of `step` reads; with a lag, the value at the end of an earlier step, in the first
  /// steps at the end of the initial tasks.
  ReducedValue value(const ScalarRead& read, long step) const;
  /// The last value of all.
  Real latest(int scalar) const { return slots_[std::size_t(scalar)]; }

  void begin_step(const StepState& state);
  /// The next task of the step, if it comes before the task of the grid with this id; null: there
  /// is none. An id below 0 stands for the end of the step.
  const Task* next(int grid_task) const;
  /// Runs that task. `reduced` gives the values of scalars that are reduced from the grid.
  void run_next(const Reader& reduced);
  /// Whether all scalars are numbers.
  bool is_finite() const;
  /// Throws FieldsNotFinite where a scalar of the last step is not a number, with the task that set
  /// the first number of this kind, and what it had read.
  void check_finite() const;
  /// Throws it where this happened in a step that the last go_back() has undone.
  void check_undone() const;
  /// Forgets later steps than this one: they are done again.
  void go_back(long step);
  /// Remembers so many steps more, for go_back().
  void remember(long steps) { remembered_ += steps; }

  /// The values of scalars; their number of bytes depends on the program only.
  std::vector<std::byte> state() const;
  std::size_t state_bytes() const;
  /// Takes what state() gave after `step`.
  void restore(std::span<const std::byte> bytes, long step);

 private:
  using Versions = std::vector<std::vector<Real>>;  // by scalar: as it was set one after the other
  /// The first call of a task that set what is not a number.
  struct Origin {
    long step;
    std::string message;
    std::vector<std::string> notes;
    std::string help;
  };

  Versions first_versions() const;
  const std::vector<ScalarTask>& tasks() const;
  void note_version(int slot);
  void note_not_finite(const Task& task, long step);
  void explain(const Task& task, Origin& origin) const;
  void note_lags(const Task& task);
  ReducedValue lagged(const ScalarRead& read, long step) const;

  const Program& program_;
  const ParameterSet& parameters_;
  std::vector<int> ids_;             // of the scalars that it has
  std::vector<int> lags_;            // the largest of those who read it, by scalar
  std::vector<std::size_t> places_;  // of grid tasks, by id: index in the list of their step
  std::vector<Real> slots_;          // Program::scalar_slots
  std::map<long, Versions> history_;
  StepState running_;
  std::size_t next_ = 0;            // of the tasks
  std::vector<ReducedValue> read_;  // by the task that ran last
  std::optional<Origin> origin_, undone_;
  // Blocks run ahead of each other by a few steps at most: those behind read older values.
  static constexpr long behind = 64;  // steps
  long remembered_ = behind;          // steps
};

}  // namespace cardon

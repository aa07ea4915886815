// SPDX-License-Identifier: Apache-2.0
// The values of declared scalars, combined exactly over blocks and ranks.
#pragma once
#include <cardon/kit/reduction.hpp>
#include <cardon/services/program.hpp>
#include <cardon/services/transport.hpp>
#include <vector>

#include "grid/scalar_sink.hpp"
#include "scalars/scalar_state.hpp"
#include "scalars/step_scalars.hpp"
#include "scalars/thread_shares.hpp"

namespace cardon {

class ScalarReductions : public ScalarSink {
 public:
  explicit ScalarReductions(const std::vector<ScalarInfo>& scalars);
  /// From here on scalars that they have are their own. They must outlive this.
  void give_in_steps_to(StepScalars& steps) { steps_ = &steps; }
  void give_state_to(ScalarState& state) { state_ = &state; }
  /// By any thread, of which each has sums of its own; they are exact, so that the order does not
  /// matter. Throws Error (slug schedule/unknown-scalar) for a scalar that the thorn did not
  /// declare.
  void add_row(std::string_view thorn, std::string_view scalar, std::span<const Real> row,
               const Index3& first, long step = 0) override;
  ReducedValue value(const ScalarRead& read, long step) const override;
  /// Combines over ranks what arrived since the last call, for all scalars at once, and starts
  /// again; of scalars of steps the last value. Collective.
  std::vector<Real> combine(Transport& transport);

  /// Drops what arrived since the last combine(): the steps are done again.
  void forget();

  /// What arrived since the last combine() on this rank, as bytes; their number depends on the
  /// declared scalars only.
  std::vector<std::byte> state() const;
  std::size_t state_bytes() const;
  /// Takes what state() told on this or another rank, in this or an earlier run; `add`: what had
  /// been reduced and not combined counts, on one rank. `step`: the last one.
  void restore(std::span<const std::byte> bytes, bool add, long step);
  /// Adds such bytes to others.
  void merge(std::span<std::byte> own, std::span<const std::byte> other) const;

 private:
  static void add_state(std::vector<Reduction>& parts, std::span<const std::byte> bytes);
  static std::vector<std::byte> bytes_of(const std::vector<Reduction>& parts);

  /// What all threads have added.
  std::vector<Reduction> parts() const;
  std::size_t part_bytes() const;
  Real value_of(const ScalarInfo& scalar, const Reduction& total) const;

  const std::vector<ScalarInfo>& scalars_;
  StepScalars* steps_ = nullptr;
  ScalarState* state_ = nullptr;
  ThreadShares<std::vector<Reduction>> shares_;  // by scalar id; empty: nothing was added
};

}  // namespace cardon

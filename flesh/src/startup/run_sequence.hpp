// SPDX-License-Identifier: Apache-2.0
// Which tasks run in which step of a run.
#pragma once
#include <cardon/services/program.hpp>
#include <cstdint>
#include <map>
#include <vector>

#include "output/output_entry.hpp"
#include "plan/pattern_table.hpp"
#include "plan/sequence.hpp"

namespace cardon {

/// Step 0 holds the initial tasks, step n > 0 brings iteration n - 1 to n; both end with the
/// Analysis tasks that the outputs due at iteration n need. Tasks with `every` run in steps whose
/// number, counted from the first evolution step, is a multiple.
class RunSequence : public plan::Sequence {
 public:
  /// Everything is referred to.
  RunSequence(const Program& program, const std::vector<OutputEntry>& outputs, long last_iteration,
              const StepClock& clock);
  const plan::Pattern* step(long n) const override;
  /// From the next step on; of the outputs in their order. What was planned is void.
  void change(long last_iteration, const std::vector<Cadence>& outputs);

 private:
  struct Analysing {
    std::size_t output;
    Cadence cadence;
    const std::vector<int>* tasks;
  };
  using Mask = std::uint64_t;  // bit 0: initial; then one per distinct `every`; then one per output
                               // with analysis tasks
  Mask mask_of(long n) const;
  std::vector<int> tasks_of(Mask mask) const;
  const plan::Pattern* pattern(Mask mask) const;

  const Program& program_;
  long last_;
  const StepClock& clock_;
  std::vector<int> everies_;
  std::vector<Analysing> analysing_;
  mutable std::map<Mask, const plan::Pattern*> known_;
  mutable plan::PatternTable table_;
};

}  // namespace cardon

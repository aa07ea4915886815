// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "plan/pattern_table.hpp"
#include "plan/sequence.hpp"

namespace cardon::plan {

/// The common case: some first steps (the initial tasks among them), then a list of steps over and
/// over. With an empty cycle the run ends after the first steps.
class CyclicSequence : public Sequence {
 public:
  using Steps = std::vector<std::vector<int>>;  ///< for each step its tasks
  CyclicSequence(const Steps& first, const Steps& cycle);

  const Pattern* step(long n) const override;
  /// Where in the first steps or in the cycle step `n` stands: equal phases have equal futures.
  long phase(long n) const;

 private:
  PatternTable table_;
  std::vector<const Pattern*> steps_;  // the first steps, then the cycle
  long first_ = 0;
};

}  // namespace cardon::plan

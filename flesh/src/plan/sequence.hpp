// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

namespace cardon::plan {

/// The tasks of one step in the order in which they run. Steps with equal lists share one pattern:
/// equal ids mean equal lists. Ids are not negative.
struct Pattern {
  int id = 0;
  std::vector<int> tasks;  ///< indices into PlanInput::tasks
};

/// Which tasks run in which step, known ahead for any step. Step 0 holds the initial tasks (and
/// whatever else belongs to iteration 0), step n > 0 brings iteration n - 1 to iteration n.
class Sequence {
 public:
  virtual ~Sequence() = default;
  /// The pattern of step `n`; nullptr from the first step after the last one. Must always answer
  /// the same for the same n, and the pattern must live as long as the sequence. Called on every
  /// look ahead, so it should be cheap.
  virtual const Pattern* step(long n) const = 0;
};

}  // namespace cardon::plan

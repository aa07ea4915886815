// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// What checkpoints cost so far. Copy and wait are those of this rank; the rest is known on rank 0.
struct CheckpointFigures {
  double copy = 0;    ///< s in which the steps stood still for copying, and for writing where
                      ///< nothing continues behind them
  double wait = 0;    ///< s of waiting for the checkpoint before, and at the end of the run
  double write = 0;   ///< s that the slowest file took, summed over checkpoints
  double bytes = 0;   ///< of all files
  double copied = 0;  ///< bytes that this rank copied
  long count = 0;     ///< complete ones
  long last = -1;     ///< iteration of the last complete one; -1: none
  /// s from the beginning of a checkpoint to its end, judged by those that were written.
  double seconds_each() const { return count > 0 ? 0.5 + 2 * (copy + write) / double(count) : 1.5; }
};

}  // namespace cardon

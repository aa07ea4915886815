// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// An exchange that goes on while a block computes what does not depend on it.
class Background {
 public:
  virtual ~Background() = default;
  virtual bool pending() const = 0;
  /// Moves messages on without blocking; called between tiles. Counts the time from `start` as
  /// polling and returns when it ended.
  virtual double progress(double start) = 0;
  /// Waits for what is pending and puts it into the ghost zones.
  virtual void complete() = 0;
};

}  // namespace cardon

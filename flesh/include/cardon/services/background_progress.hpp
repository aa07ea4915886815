// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

namespace cardon {

/// A driver that lets others move messages of their own while it computes. It may execute many
/// steps in one call, during which whoever has called it cannot answer anybody.
class BackgroundProgress {
 public:
  virtual ~BackgroundProgress() = default;
  /// `poll` is called between pieces of work, on the thread that calls execute() and finish(), for
  /// as long as the driver lives. It must neither wait nor call the driver, and returns whether
  /// others wait for this rank, so that pieces should be short.
  virtual void poll_between_pieces(std::function<bool()> poll) = 0;
};

}  // namespace cardon

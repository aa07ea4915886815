// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <memory>

namespace cardon {

/// A driver that lets others move messages of their own while it computes. It may execute many
/// steps in one call, during which whoever has called it cannot answer anybody.
class BackgroundProgress {
 public:
  virtual ~BackgroundProgress() = default;
  /// `poll` is called between pieces of work, on the thread that calls execute() and finish(), for
  /// as long as the result lives. It must neither wait for others nor call the driver, and returns
  /// whether others wait for this rank, so that pieces should be short.
  [[nodiscard]] virtual std::shared_ptr<void> poll_between_pieces(std::function<bool()> poll) = 0;
};

}  // namespace cardon

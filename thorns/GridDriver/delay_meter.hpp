// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/rank_window.hpp>
#include <cstddef>

namespace cardon::grid_driver {

/// Notes how long pieces of messages were on their way over one wide link. In s and bytes as sent.
class DelayMeter {
 public:
  /// A piece from a rank. Of more than 32 senders only the first are noted.
  void piece(int from, double delay, std::size_t bytes);
  /// A message is complete. Messages of a single piece count like others.
  void message(const MessageArrival& arrival);
  /// What was noted since the last call.
  DelayFigures take();

 private:
  DelayFigures figures_;
  std::size_t oldest_ = 0;  // place in figures_.recent once that is full
};

}  // namespace cardon::grid_driver

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <cstddef>
#include <span>

#include "clock.hpp"

namespace cardon {

/// Who uses a link when. All ranks write in the same book without locks.
class LinkBook {
 public:
  static std::size_t words(std::size_t links) { return 2 * links + 1; }
  /// `words`: zero at the beginning, shared by all ranks, words(links) of them.
  explicit LinkBook(std::span<Nanoseconds> words) : words_(words) {}

  /// Occupies a link for `duration`, as soon as those who came first have left it. Returns when the
  /// last byte has entered it.
  Nanoseconds occupy(std::size_t link, Nanoseconds from, Nanoseconds duration);
  /// The time that the first who asked gave as `now`: one beginning for all ranks.
  Nanoseconds begin(Nanoseconds now);
  /// The first time from `arrival` on at which a message may be seen without overtaking another.
  Nanoseconds behind_others(std::size_t link, Nanoseconds arrival);

 private:
  std::span<Nanoseconds> words_;
};

}  // namespace cardon

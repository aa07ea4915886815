// SPDX-License-Identifier: Apache-2.0
#include "stall_watch.hpp"

#include <algorithm>

namespace cardon {
namespace {

// A longer time between two looks was spent on something else.
constexpr double longest_gap = 1;

}  // namespace

StallWatch::Event StallWatch::look(double now, bool moved, bool expecting) {
  const double gap = std::min(now - last_look_, longest_gap);
  last_look_ = now;
  if (moved || !expecting) {
    const bool resumed = told_ && moved;
    if (!resumed) silence_ = 0;
    counting_ = told_ = false;
    return resumed ? Event::resumed : Event::none;
  }
  silence_ = counting_ ? silence_ + gap : 0;
  counting_ = true;
  if (told_ || silence_ < worth_telling_) return Event::none;
  told_ = true;
  worth_telling_ *= 2;
  return Event::silent;
}

}  // namespace cardon

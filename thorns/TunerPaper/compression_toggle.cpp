// SPDX-License-Identifier: Apache-2.0
#include "compression_toggle.hpp"

#include <algorithm>

namespace cardon {

long CompressionToggle::rest(long last) const { return std::max(1L, begun_ + period_ - last); }

CompressionToggle::Move CompressionToggle::next(double efficiency, long last) {
  if (before_) {
    const bool better = efficiency > *before_;
    before_.reset();
    return better ? Move::keep : Move::undo;
  }
  if (tried_ && last < begun_ + period_) return Move::stay;
  tried_ = true;
  begun_ = last;
  before_ = efficiency;
  return Move::toggle;
}

}  // namespace cardon

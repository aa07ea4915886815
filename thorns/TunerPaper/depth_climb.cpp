// SPDX-License-Identifier: Apache-2.0
#include "depth_climb.hpp"

namespace cardon {

DepthClimb::Move DepthClimb::end(Move move) {
  ended_ = true;
  return move;
}

DepthClimb::Move DepthClimb::next(double efficiency, bool room) {
  if (ended_) return Move::stay;
  if (before_ && efficiency - *before_ <= same_ * (1 - *before_)) return end(Move::back);
  before_ = efficiency;
  return room ? Move::up : end(Move::stay);
}

}  // namespace cardon

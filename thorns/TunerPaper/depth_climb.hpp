// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

namespace cardon {

/// How deep ghost zones shall be: deeper while it helps, then one back.
class DepthClimb {
 public:
  enum class Move { up, back, stay };

  /// `same`: share of the lost time by which a depth must be better than the one before.
  explicit DepthClimb(double same) : same_(same) {}

  /// After the efficiency (0...1) of a depth was measured. `room`: the next depth is possible.
  /// Answers `stay` for ever once the climb has ended.
  Move next(double efficiency, bool room);
  bool ended() const { return ended_; }

 private:
  Move end(Move move);

  double same_;
  bool ended_ = false;
  std::optional<double> before_;
};

}  // namespace cardon

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <utility>
#include <vector>

namespace cardon::grid_driver {

/// Charges the time of pieces of work to those for whom they were done. While something else holds
/// the core, time passes for which no piece is to blame; so pieces are charged no more than the
/// processor time that passed meanwhile. The processor's clock costs as much as a small piece and
/// is read now and then only: after an interruption the pieces since then share what is too much.
/// For one thread. Accounts must live until settle().
class PieceClock {
 public:
  PieceClock();
  /// A piece that took so many s.
  void add(double& account, double seconds);
  /// Charges what has been added. To be called before accounts are read, and before and after time
  /// without pieces.
  void settle();
  /// s that passed during pieces and were not charged, since the last call.
  double take_interrupted() { return std::exchange(interrupted_, 0); }

 private:
  struct Piece {
    double* account;
    double seconds;
  };
  std::vector<Piece> pieces_;  // since then
  double passed_ = 0;          // sum of their s
  double held_;                // processor time at the last reading
  double interrupted_ = 0;
};

}  // namespace cardon::grid_driver

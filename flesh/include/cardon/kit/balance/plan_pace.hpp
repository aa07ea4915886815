// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// How many steps pass between a plan that gains nothing and the next window of measurements: as
/// many as it takes for measuring and planning to cost a small share of the time of all steps, and
/// of what imbalance costs. Plans of balancers that are fast compared with a step do not wait.
class PlanPace {
 public:
  /// What windows are like, and what they may cost.
  struct Options {
    long window = 1;        ///< steps from the beginning of one to that of the next, without pause
    long max_pause = 0;     ///< steps
    double share = 0.0025;  ///< of the time of all steps that windows may take
    double of_loss = 0.02;  ///< and of the time by which the slowest rank exceeds the mean
    double noise = 0.05;    ///< of a step, by which ranks seem to differ anyway
  };
  /// Begins without a pause.
  explicit PlanPace(Options options) : options_(options) {}

  /// A window has ended: measuring and planning took `cost` s, and a step takes the slowest rank
  /// and the mean of all so many s. `carried_out`: there is a plan that gains something, so the
  /// next window follows at once.
  void planned(double cost, double slowest, double mean, bool carried_out);
  /// Steps until the next window begins.
  long pause() const { return pause_; }

 private:
  Options options_;
  double cost_ = 0;  // s of a window, recent ones weigh most
  bool any_ = false;
  long pause_ = 0;
};

}  // namespace cardon

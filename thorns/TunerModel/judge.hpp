// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/driver_settings.hpp>
#include <cardon/tuning/estimate.hpp>

namespace cardon {

/// A change whose worth is not known yet.
struct Trial {
  DriverSettings from, to;
  Estimate before;       ///< s per step with `from`
  double predicted = 0;  ///< s per step with `to`
  int looks = 0;         ///< windows measured
};

enum class Judgement {
  better,     ///< by more than the noise
  same,       ///< no difference to speak of
  worse,      ///< than before
  look_again  ///< neither, but not as predicted: may not have settled
};

/// What a window with trial.to says, in which a step took `now`. Counts the look.
Judgement judge(Trial& trial, const Estimate& now);

}  // namespace cardon

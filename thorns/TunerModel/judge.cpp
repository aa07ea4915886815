// SPDX-License-Identifier: Apache-2.0
#include "judge.hpp"

#include <algorithm>
#include <cmath>

namespace cardon {
namespace {

constexpr double noticeable = 0.01;  // of a step
constexpr double surprise = 1.1;     // times the prediction
constexpr int max_looks = 2;

}  // namespace

Judgement judge(Trial& trial, const Estimate& now) {
  ++trial.looks;
  const double margin =
      std::max(noticeable * trial.before.value, std::hypot(trial.before.error, now.error));
  const double gain = trial.before.value - now.value;
  if (gain > margin) return Judgement::better;
  if (gain < -margin) return Judgement::worse;
  const bool promised = trial.predicted > 0 && now.value > surprise * trial.predicted;
  return promised && trial.looks < max_looks ? Judgement::look_again : Judgement::same;
}

}  // namespace cardon
